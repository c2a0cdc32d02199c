import { emergencySheet } from '#contract/emergency-sheet.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { endpoint } from '../../http/endpoint.ts';
import { describeForSheet } from './describe-for-sheet.ts';
import { drawSheet } from './draw-sheet.ts';
import { readSheetState, recordPrinted } from './sheet-state.ts';

export function emergencySheetRoutes(app: AppContext): void {
  const { database, config } = app;
  const describe = () => describeForSheet({ database, config, centre: app.centre.facts });
  endpoint(app, emergencySheet.state, ({ context }) => readSheetState(database.reader, describe(), context.now));
  endpoint(app, emergencySheet.print, async ({ context, language }) => {
    const market = describe();
    const pdf = await makePdf(drawSheet(market, { language, at: context.now, by: context.actor }));
    await database.write((tx) => recordPrinted(tx, context, market));
    return new FileResponse(pdf, { format: 'pdf', name: 'emergency-sheet' });
  });
}
