export const siOffice = import.meta.glob<Record<string, string>>(
  ['./office/*.json', '../../../contract/messages/si/{input,fields,words}.json'],
  { eager: true, import: 'default' },
);
