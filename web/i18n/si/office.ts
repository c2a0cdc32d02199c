export const siOffice = import.meta.glob<Record<string, string>>(
  ['./office/*.json', '../../../contract/messages/si/{input,fields}.json'],
  { eager: true, import: 'default' },
);
