export const siGate = import.meta.glob<Record<string, string>>(['./gate/*.json', './start/shared.json'], {
  eager: true,
  import: 'default',
});
