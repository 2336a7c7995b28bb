import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from './lib/checkout.mjs'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'natim-doctor-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

function runDoctor(settings: Record<string, string>) {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0' }
  return spawnSync(process.execPath, [join(ROOT, 'tools/doctor.mjs')], {
    env: { ...env, ...settings },
    encoding: 'utf8',
  })
}

it('can run the embedded database with default settings', () => {
  const { stdout } = runDoctor({})
  expect(stdout).toContain('✓ settings')
  expect(stdout).toMatch(/✓ database +embedded postgres \(PostgreSQL\) 18/)
  expect(stdout).toContain('✓ ports')
})

it('lists faulty settings with their fixes, and fails', () => {
  const { stdout, status } = runDoctor({ PORT: 'x', DEMO: 'maybe' })
  expect(stdout).toMatch(/✗ settings .*PORT.*DEMO.*→ edit \.env/)
  expect(stdout).toMatch(/✗ database .*→ mend the settings first/)
  expect(status).toBe(1)
})

it('names an unreachable database without repeating its password', () => {
  const { stdout, status } = runDoctor({ DATABASE_URL: 'postgres://natim:S3CRET@127.0.0.1:1/natim' })
  expect(stdout).toMatch(/✗ database .*DATABASE_URL.*→/)
  expect(stdout).not.toContain('S3CRET')
  expect(status).toBe(1)
})
