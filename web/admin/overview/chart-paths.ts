/** One value per step; null if there is none. */
export type Values = readonly (number | null)[];

/**
 * The height of every drawing in SVG units. Its width is the number of steps; both are stretched to the available
 * space.
 */
export const CHART_HEIGHT = 100;

/** The smallest "round" number that is not below `max`, such as 1.5, 40 or 600. At least 1. */
export function niceMax(max: number): number {
  if (max <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(max));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= max) ?? 10;
  return step * power;
}

/** The highest value of a chart; the highest sum if the series are stacked. */
export function highest(series: readonly Values[], isStacked: boolean): number {
  const steps = series[0]?.length ?? 0;
  const heights = Array.from({ length: steps }, (_, step) => {
    const values = series.map((values) => values[step] ?? 0);
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(0, ...heights);
}

/**
 * The bars of one series as an SVG path.
 * @param below the series stacked below it
 */
export function barsPath(values: Values, below: readonly Values[], max: number): string {
  // No gaps between many bars.
  const gap = values.length > 100 ? 0 : 0.12;
  return values
    .map((value, step) => {
      if (!value) return '';
      const base = below.reduce((sum, values) => sum + (values[step] ?? 0), 0);
      const height = (value / max) * CHART_HEIGHT;
      const top = CHART_HEIGHT - (base / max) * CHART_HEIGHT - height;
      return `M${step + gap} ${top.toFixed(2)}h${1 - 2 * gap}v${height.toFixed(2)}h${2 * gap - 1}z`;
    })
    .join('');
}

/** A line through the centers of the steps as an SVG path, broken at missing values. */
export function linePath(values: Values, max: number): string {
  return values
    .map((value, step) => {
      if (value === null) return '';
      const y = (CHART_HEIGHT - (value / max) * CHART_HEIGHT).toFixed(2);
      const isBegin = step === 0 || values[step - 1] === null || values[step - 1] === undefined;
      if (!isBegin) return `L${step + 0.5} ${y}`;
      const isAlone = values[step + 1] === null || values[step + 1] === undefined;
      return isAlone ? `M${step + 0.2} ${y}h0.6` : `M${step + 0.5} ${y}`;
    })
    .join('');
}
