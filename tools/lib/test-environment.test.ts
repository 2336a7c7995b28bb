import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testEnvironment } from './test-environment.mjs'

it('is the same for every user: own locale, time zone, home and temporary folder, nothing inherited', () => {
  const folder = mkdtempSync(join(tmpdir(), 'natim-env-'))
  const outer = {
    PATH: '/bin',
    CHROMIUM: '/opt/chrome',
    LANG: 'de_DE',
    HOME: '/root',
    PORT: '3000',
    NODE_OPTIONS: '-x',
  }
  expect(testEnvironment(folder, outer)).toEqual({
    PATH: '/bin',
    CHROMIUM: '/opt/chrome',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    HOME: join(folder, 'home'),
    TMPDIR: folder,
    GOMAXPROCS: '1',
    GOGC: '400',
    GOMEMLIMIT: '3GiB',
    NO_COLOR: '1',
  })
  expect(existsSync(join(folder, 'home'))).toBe(true)
  rmSync(folder, { recursive: true })
})
