/** A price in whole units: "$3", "$2.67". */
export function formatPrice(price: number, currency: string): string {
  // Loading the rules of all currencies takes longer on a slow phone than rendering the page.
  if (currency.toLowerCase() === 'usd') return `$${Number.isInteger(price) ? price : price.toFixed(2)}`;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(price) ? 0 : 2,
  }).format(price);
}
