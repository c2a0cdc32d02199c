export const taOffice = import.meta.glob<Record<string, string>>(
  ['./office/*.json', '../../../contract/messages/ta/{input,fields,words}.json'],
  { eager: true, import: 'default' },
);
