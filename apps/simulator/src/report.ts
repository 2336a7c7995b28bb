import type { Progress } from './simulation.ts'

/** One progress line for the terminal. @param pointsPerS rate since the previous line. */
export function formatProgress(progress: Progress, pointsPerS: number): string {
  const { p50, p95, p99 } = progress.latencyMs
  return [
    `links ${progress.open}/${progress.connections}`,
    `sent ${progress.sent}`,
    `acked ${progress.acked}`,
    `waiting ${progress.waiting}`,
    `kept ${progress.kept}`,
    `refused ${progress.refused}`,
    `dropped ${progress.dropped}`,
    `${Math.round(pointsPerS)} points/s`,
    `ack p50 ${p50} p95 ${p95} p99 ${p99} ms`,
  ].join(' · ')
}

/** Whether everything sent was acknowledged and nothing was dropped. */
export function isComplete({ sent, acked, dropped }: Progress): boolean {
  return acked === sent && dropped === 0
}
