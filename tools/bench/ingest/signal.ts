/** Mean and amplitude of each bench channel, in its unit: PM2.5, PM10, temperature, humidity, pressure. */
const SHAPES = [
  [40, 10],
  [60, 15],
  [18, 4],
  [55, 10],
  [1_010, 5],
] as const

const RADIANS_PER_ROW = 0.013

/** A smooth, deterministic reading with one decimal that triggers no quality rule. */
export function benchValue(device: number, channel: number, row: number): number {
  const [centre, swing] = SHAPES[channel % SHAPES.length] as (typeof SHAPES)[number]
  return Math.round((centre + swing * Math.sin(row * RADIANS_PER_ROW + device)) * 10) / 10
}
