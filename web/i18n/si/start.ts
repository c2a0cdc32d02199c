export const siStart = import.meta.glob<Record<string, string>>('./start/*.json', { eager: true, import: 'default' });
