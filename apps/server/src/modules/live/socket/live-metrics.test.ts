import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { registerLiveMetrics } from './live-metrics.ts'

test('a scrape reads the current figures', async () => {
  const registry = new Registry()
  const stats = { frames: 3, changes: 40 }
  registerLiveMetrics(registry, { socketCount: () => 2, stats })
  await registry.metrics()
  stats.frames = 4
  const text = await registry.metrics()
  expect(text).toContain('natim_live_sockets 2')
  expect(text).toContain('natim_live_frames_total 4')
  expect(text).toContain('natim_live_changes_total 40')
})
