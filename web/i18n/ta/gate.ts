export const taGate = import.meta.glob<Record<string, string>>(['./gate/*.json', './start/{shared,stored}.json'], {
  eager: true,
  import: 'default',
});
