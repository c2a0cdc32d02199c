import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describePublication } from './describe-publication.ts';
import { deletePublicationRow, lockPublication } from './queries.ts';

export async function removePublication(database: Database, context: ActionContext, id: number): Promise<void> {
  await database.write(async (tx) => {
    const publication = await lockPublication(tx, id);
    if (!publication) throw new Refusal('publication_not_found');
    await deletePublicationRow(tx, id);
    await raiseDataVersion(tx);
    await writeAudit(tx, context, {
      type: 'Publication Deleted',
      description: apiMessage('publications.audit.deleted', { id: String(id), topic: publication.topic }),
      oldValue: describeAll(describePublication(publication)),
    });
  });
}
