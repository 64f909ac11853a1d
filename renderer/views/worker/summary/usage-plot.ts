import uPlot from 'uplot';
import { colourOf } from '../../../styles/theme.ts';

export interface Drawn {
  readonly data: uPlot.AlignedData;
  /** Seconds. */
  readonly span: readonly [from: number, to: number];
  readonly top: number;
  readonly ticks: readonly number[];
  readonly limit: number | null;
  readonly text: (value: number) => string;
}

export const plotHeight = 132;
const minute = 60;
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** One line on one canvas. What is drawn is read anew at each draw; colours are those of the moment it is made in. */
export function createPlot(host: HTMLElement, read: () => Drawn): uPlot {
  const [line, limitLine, ink, grid] = (['--accent', '--warn', '--ink-3', '--line-soft'] as const).map((token) => colourOf(host, token)) as [string, string, string, string];
  const font = `11px ${getComputedStyle(host).fontFamily}`;
  const axis = { stroke: ink, font, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
  return new uPlot(
    {
      width: host.clientWidth,
      height: plotHeight,
      padding: [6, 14, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: true, range: () => [...read().span] }, y: { range: () => [0, read().top] } },
      axes: [
        { ...axis, size: 24, gap: 4, incrs: [minute, 2 * minute, 5 * minute], space: 70, values: (_plot, splits) => splits.map((at) => clock.format(at * 1000)) },
        { ...axis, size: 62, gap: 6, splits: () => [...read().ticks], values: (_plot, splits) => splits.map((value) => (value === 0 ? '0' : read().text(value))) },
      ],
      series: [{}, { stroke: line, width: 1.5, spanGaps: false, points: { show: false } }],
      hooks: { draw: [(plot) => { drawLimit(plot, read().limit, limitLine); }] },
    },
    read().data,
    host,
  );
}

function drawLimit(plot: uPlot, limit: number | null, colour: string): void {
  if (limit === null) return;
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(limit, 'y', true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = uPlot.pxRatio;
  ctx.setLineDash([5 * uPlot.pxRatio, 4 * uPlot.pxRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
