import { Counter, Gauge, type Registry } from 'prom-client'
import type { LiveSocket } from './live-socket.ts'

/** Metrics of the live feed for operators; names are part of the product. Evaluated at scrape time. */
export function registerLiveMetrics(registry: Registry, live: Pick<LiveSocket, 'socketCount' | 'stats'>): void {
  const registers: Registry[] = []
  const sockets = new Gauge({
    name: 'natim_live_sockets',
    help: 'Open sockets of the live feed',
    registers,
    collect() {
      this.set(live.socketCount())
    },
  })
  const total = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  registry.registerMetric(sockets)
  registry.registerMetric(total('natim_live_frames_total', 'Frames made for sockets', () => live.stats.frames))
  registry.registerMetric(
    total('natim_live_changes_total', 'Points and device states in those frames', () => live.stats.changes),
  )
}
