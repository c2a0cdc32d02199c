import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Centre, centreSchema } from '#contract/centre.ts';
import { checkInput, wordInput } from '#contract/messages/input-message.ts';
import { message } from '#contract/messages/message.ts';
import { type Config, ConfigFault } from '../../config.ts';

type CentreFilePlace = Pick<Config, 'centreFile' | 'dataDir'>;

/** Reads the details of the centre. Throws a ConfigFault that names every fault. */
export function readCentreFile(place: CentreFilePlace): Centre {
  const text = findCentreFile(place);
  if (text === undefined) {
    if (place.centreFile !== undefined) throw new ConfigFault([`CENTRE_FILE ${place.centreFile} cannot be read`]);
    return centreSchema.parse({});
  }
  const { data, faults } = checkInput(centreSchema, parseFile(text));
  if (data) return data;
  throw new ConfigFault(
    faults.map((fault) => `centre file, ${fault.field}: ${wordInput(fault.message, fault.field, message)}`),
  );
}

export function hashCentreFile(place: CentreFilePlace): string | null {
  const text = findCentreFile(place);
  return text === undefined ? null : createHash('sha256').update(text).digest('hex');
}

function parseFile(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigFault(['centre file: it is not valid JSON']);
  }
}

function findCentreFile({ centreFile, dataDir }: CentreFilePlace): string | undefined {
  try {
    return readFileSync(centreFile ?? path.join(dataDir, 'centre.json'), 'utf8');
  } catch {
    return undefined;
  }
}
