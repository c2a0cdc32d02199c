export const samplePrices = [
  'date,item,min_price,max_price',
  ...Array.from({ length: 100 }, (_, index) => {
    const date = `2022-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 27) + 1).padStart(2, '0')}`;
    const item = index % 2 === 0 ? 'Leeks' : 'Tomato';
    const min = 100 + index;
    return `${date},${item},${min},${index % 60 === 59 ? min - 90 : min + (index % 5) * 10}`;
  }),
  '',
].join('\n');

export const sampleList = [
  'date,product,category,min_price,max_price',
  '2025-08-16,Raddish,vegetable,30,45',
  '2025-08-16,Nnolkhol,vegetable,71,80',
  '2025-08-16,Corns,rice,1100,1250.50',
  '2025-08-16,Leeks,vegetable,115,115',
  '',
].join('\n');
