import { Text, TextInput } from '@mantine/core';
import { type OtherCentre, otherCentres } from '#contract/other-centres.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { api } from '../api.ts';

interface CentreDialogProps {
  /** The centre whose distance is changed; undefined for a new one. */
  centre?: OtherCentre | undefined;
  onClose: () => void;
  onSaved: () => void;
}

export function CentreDialog(props: CentreDialogProps) {
  return props.centre ? <DistanceDialog {...props} centre={props.centre} /> : <AddDialog {...props} />;
}

type Distance = { distance_km: number | string };

/** An empty field means that the distance is not known. */
function distanceOf({ distance_km }: Distance): number | null {
  return distance_km === '' ? null : Number(distance_km);
}

function AddDialog({ onClose, onSaved }: CentreDialogProps) {
  const recordOnce = useRecordOnce();
  const form = useOfficeForm({
    initialValues: { address: '', distance_km: '' as number | string },
    schema: otherCentres.add.body,
    toBody: (values) => ({ address: values.address, distance_km: distanceOf(values) }),
    save: (values) =>
      recordOnce((options) =>
        api(otherCentres.add, { body: { address: values.address, distance_km: distanceOf(values) } }, options),
      ),
    fallback: t('other-centres.dialog.addFailed'),
    onSaved: ({ message }) => {
      toastDone(message, 5);
      onClose();
      onSaved();
    },
  });
  return (
    <FormDialog form={form} title={t('other-centres.page.add')} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('other-centres.page.add')} onCancel={close}>
          <TextInput
            label={t('other-centres.dialog.address')}
            description={t('other-centres.dialog.addressHint')}
            placeholder="https://market.example"
            required
            autoComplete="off"
            {...form.field('address')}
          />
          <AmountField
            label={t('other-centres.dialog.distance')}
            description={t('other-centres.dialog.distanceHint')}
            decimals={0}
            {...form.field('distance_km')}
          />
          <Text size="sm">{t('other-centres.dialog.about')}</Text>
        </Form>
      )}
    </FormDialog>
  );
}

function DistanceDialog({ centre, onClose, onSaved }: CentreDialogProps & { centre: OtherCentre }) {
  const recordOnce = useRecordOnce();
  const params = { id: String(centre.centre_id) };
  const form = useOfficeForm({
    initialValues: { distance_km: (centre.distance_km ?? '') as number | string },
    schema: otherCentres.change.body,
    toBody: (values) => ({ distance_km: distanceOf(values) }),
    save: (values) =>
      recordOnce((options) => api(otherCentres.change, { params, body: { distance_km: distanceOf(values) } }, options)),
    fallback: t('other-centres.dialog.changeFailed'),
    onSaved: ({ message }) => {
      toastDone(message);
      onClose();
      onSaved();
    },
  });
  return (
    <FormDialog form={form} title={t('other-centres.dialog.distanceOf', { centre: centre.name })} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('other-centres.dialog.save')} onCancel={close}>
          <AmountField
            label={t('other-centres.dialog.distance')}
            description={t('other-centres.dialog.distanceHint')}
            decimals={0}
            {...form.field('distance_km')}
          />
        </Form>
      )}
    </FormDialog>
  );
}
