import { addDays, dayOf, instantOf } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import { writeFigure } from '#contract/figures.ts';
import { inLanguage, type Language, nameInLanguage } from '#contract/languages.ts';
import { writeDay } from '#contract/messages/day-words.ts';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, apiMessage, message } from '#contract/messages/message.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { buildMail, messageIdOf } from '../mail/build-mail.ts';
import { type Delivery, deliverMail, failedDelivery } from '../mail/deliver-mail.ts';
import { type HandOver, MailConnection } from '../mail/open-connection.ts';
import { finishMail } from '../mail/queries.ts';
import { readMailServer } from '../mail/read-mail-server.ts';
import { Outbox, type OutboxLimits, type OutboxWorld, type OutgoingLine } from '../mail/run-outbox.ts';
import { listEveryProduct, type ProductRow } from '../products/queries.ts';
import { type AlertFigure, type AlertPrice, figuresIn } from './compare-prices.ts';
import { deliverPush } from './deliver-push.ts';
import { deliverSms } from './deliver-sms.ts';
import {
  deleteGoneSubscription,
  findOutgoingAlert,
  leaseAlerts,
  type OutgoingAlertRow,
  postponeAlert,
  type SubscriptionRow,
} from './queries.ts';
import { isQuiet } from './quiet-hours.ts';
import { type AlertMeans, readAlertMeans } from './read-alert-settings.ts';
import { TOKEN_OWNER } from './start-subscription.ts';

const LIMITS: OutboxLimits = { lines: 16, pausesMs: [], answerMs: 50_000, mailMs: 30_000, graceMs: 5000 };
const RETRY_MINUTES = [1, 5, 30];

type AlertWorld = Pick<AppContext, 'config' | 'secrets' | 'centre'> & OutboxWorld;

interface AlertTools {
  means: AlertMeans;
  names: Awaited<ReturnType<typeof loadNames>>;
  mail: { line: MailConnection; sender: string } | undefined;
}

export function alertOutbox(world: AlertWorld, limits: OutboxLimits = LIMITS): Outbox<OutgoingAlertRow> {
  const openLine = async (): Promise<OutgoingLine<OutgoingAlertRow>> => {
    let tools: AlertTools | undefined;
    return {
      async deliver(row, handOver) {
        tools ??= await loadTools(world);
        return deliverAlert(world, { row, tools }, handOver);
      },
      close: () => tools?.mail?.line.close(),
    };
  };
  const record = async (tx: Writer, row: OutgoingAlertRow, result: Delivery & { owner: string }) => {
    const now = world.clock.now();
    const { owner, outcome, reason = '' } = result;
    const pauseMinutes = result.mayRetry && RETRY_MINUTES[row.attempts];
    const state = pauseMinutes === undefined ? outcome : ('queued' as const);
    const isOwn = await finishMail(tx, row.id, { table: 'alert_messages', owner, now, state, message: reason });
    if (!isOwn) return;
    if (result.isGone) await deleteGoneSubscription(tx, row.subscription_id, row.address);
    if (pauseMinutes === undefined) return;
    const at = instantOf(Date.parse(now) + pauseMinutes * 60_000);
    await postponeAlert(tx, row.id, { attempts: row.attempts + 1, at });
  };
  const queue = {
    table: 'alert_messages' as const,
    find: findOutgoingAlert,
    openLine,
    record,
    lease: (tx: Writer, lease: Parameters<typeof leaseAlerts>[1]) => leaseAlerts(tx, lease, isQuiet(lease.now)),
    sendingNote: () => '',
    unknownNote: apiMessage('alerts.result.unknown'),
    notComposed: failedDelivery('mail.delivery.not_composed'),
    unrecordedNote: () => '',
    rest() {},
  };
  return new Outbox(world, queue, limits);
}

async function loadTools(world: AlertWorld): Promise<AlertTools> {
  const { database, config } = world;
  const source = { config, auditKeys: database.auditKeys };
  const means = await readAlertMeans(database.reader, source);
  const { address, sender } = await readMailServer(database.reader, source);
  return { means, names: await loadNames(world), mail: address && { line: new MailConnection(address), sender } };
}

async function loadNames({ database }: AlertWorld) {
  return new Map((await listEveryProduct(database.reader)).map((product) => [product.id, product]));
}

async function deliverAlert(
  world: AlertWorld,
  { row, tools }: { row: OutgoingAlertRow; tools: AlertTools },
  handOver: HandOver,
): Promise<Delivery> {
  const { means, names } = tools;
  if (means.obstacles[row.channel] !== null) return failedDelivery('alerts.result.off');
  if (row.day !== '' && row.day < addDays(dayOf(world.clock.now()), -1)) return failedDelivery('alerts.result.late');
  const manage = manageLink(world, row);
  if (row.channel === 'email') return deliverMailAlert(world, { row, tools, manage }, handOver);
  const { language } = row;
  if (row.occasion === 'confirm') {
    const code = world.secrets.open(row.figures, TOKEN_OWNER) ?? '';
    const text = message('alerts.sms.code', { market: world.centre.facts.name[language], code }, language);
    return deliverSms({ to: row.address, text }, { settings: means.settings, headers: means.smsHeaders }, handOver);
  }
  const { subject, lines, path } = composeReport(row, names);
  const { publicUrl } = world.config;
  if (row.channel === 'sms') {
    const text = [subject, ...lines, ...(publicUrl === undefined ? [] : [`${publicUrl}${manage}`])].join('\n');
    return deliverSms({ to: row.address, text }, { settings: means.settings, headers: means.smsHeaders }, handOver);
  }
  if (!means.push) return failedDelivery('alerts.result.off');
  const payload = { title: subject, body: lines.join('\n'), url: path, manage };
  const manageLabel = message('alerts.push.manage', {}, language);
  return deliverPush(
    { endpoint: row.address, keys: row.push_keys, payload: { ...payload, manageLabel } },
    { vapid: means.push, ownServices: world.config.pushServices, now: world.clock.now() },
    handOver,
  );
}

function manageLink({ secrets }: AlertWorld, { token_sealed, language }: OutgoingAlertRow): string {
  const token = secrets.open(token_sealed, TOKEN_OWNER);
  if (token === undefined) throw new Error('the key of a price alert was encrypted with another TOKEN_SECRET');
  return inLanguage(language, `/alerts/manage?key=${token}`);
}

async function deliverMailAlert(
  world: AlertWorld,
  { row, tools, manage }: { row: OutgoingAlertRow; tools: AlertTools; manage: string },
  handOver: HandOver,
): Promise<Delivery> {
  const { mail, names } = tools;
  const { publicUrl } = world.config;
  if (!mail || publicUrl === undefined) return failedDelivery('alerts.result.off');
  const link = `${publicUrl}${manage}`;
  const { subject, lines } =
    row.occasion === 'confirm' ? composeConfirmation(world, row, tools) : composeReport(row, names);
  const letter = await buildMail(
    {
      sender: mail.sender,
      recipient: { name: '', address: row.address },
      subject,
      messageId: messageIdOf(`alert-${row.id}`, mail.sender),
      text: textOf(row, { lines, link, publicUrl }),
      headers: {
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
    },
    world.clock.now(),
  );
  const delivery = await deliverMail(mail.line, { ...letter, to: row.address }, { ...handOver, pausesMs: [] });
  const { outcome, mayRetry } = delivery;
  if (outcome !== 'failed') return delivery;
  const key = delivery.reason === 'mail.delivery.unreachable' ? 'alerts.result.unreachable' : 'alerts.result.refused';
  return { ...delivery, ...failedDelivery(key), ...(mayRetry && { mayRetry }) };
}

function composeConfirmation(
  { centre }: AlertWorld,
  row: OutgoingAlertRow,
  { names }: AlertTools,
): Pick<AlertText, 'subject' | 'lines'> {
  const market = centre.facts.name[row.language];
  return {
    subject: message('alerts.mail.confirm', {}, row.language),
    lines: [message('alerts.mail.asked', { market }, row.language), describeWish(row, names)],
  };
}

function textOf(
  { occasion, language, day }: OutgoingAlertRow,
  { lines, link, publicUrl }: { lines: readonly string[]; link: string; publicUrl: string },
): string {
  const write = (key: 'open' | 'ignore' | 'list' | 'manage') => message(`alerts.mail.${key}`, {}, language);
  const list = `${publicUrl}${inLanguage(language, `/home-dailyprice?date=${day}`)}`;
  const parts =
    occasion === 'confirm'
      ? [...lines, '', write('open'), link, '', write('ignore')]
      : [...lines, '', write('list'), list, '', write('manage'), link];
  return [...parts, ''].join('\n');
}

interface AlertText {
  subject: string;
  lines: string[];
  path: string;
}

type Names = ReadonlyMap<number, Pick<ProductRow, 'name' | 'name_si' | 'name_ta' | 'unit'>>;
type Wish = Pick<SubscriptionRow, 'kind' | 'products' | 'limit_cents' | 'language'>;

function composeReport(row: OutgoingAlertRow, names: Names): AlertText {
  const { language, day, kind } = row;
  if (day === '') throw new Error(`message ${row.id} is not about a list`);
  const figures = figuresIn(row);
  const isCorrection = row.occasion.startsWith('correction');
  const values = { ...wishValues(row, names), day: writeDay(day, language) };
  const write = (key: ApiMessageKey) => message(key, values, language);
  return {
    subject: write(isCorrection ? 'alerts.report.correction' : `alerts.report.${kind}`),
    lines: figures.map((figure) => writeAlertFigure(figure, { names, language })),
    path: inLanguage(
      language,
      figures.length === 1 ? `/product/${figures[0]?.id}/chart` : `/home-dailyprice?date=${day}`,
    ),
  };
}

function describeWish(wish: Wish, names: Names): string {
  return message(`alerts.wish.${wish.kind}`, wishValues(wish, names), wish.language);
}

function wishValues({ products, limit_cents, language }: Wish, names: Names): MessageValues {
  const ids = JSON.parse(products) as number[];
  return {
    products: ids.map((id) => nameOf(id, names, language)).join(', '),
    limit: limit_cents === null ? '' : writeFigure(toRupees(limit_cents)),
  };
}

function nameOf(id: number, names: Names, language: Language): string {
  const product = names.get(id);
  return product ? nameInLanguage(product, language) : String(id);
}

function writeAlertFigure(
  { id, pair, was }: AlertFigure,
  { names, language }: { names: Names; language: Language },
): string {
  const write = (key: ApiMessageKey, values: MessageValues) => message(key, values, language);
  const product = nameOf(id, names, language);
  const unit = write(`alerts.unit.${names.get(id)?.unit ?? 'kg'}`, {});
  const values = { product, unit, ...(pair && spanOf(pair)) };
  const figure = write(`alerts.figure.${pair ? (pair.min === pair.max ? 'one' : 'range') : 'none'}`, values);
  if (!was) return figure;
  return write('alerts.figure.corrected', { figure, was: write('alerts.figure.span', spanOf(was)) });
}

function spanOf({ min, max }: AlertPrice) {
  return { min: writeFigure(toRupees(min)), max: writeFigure(toRupees(max)) };
}
