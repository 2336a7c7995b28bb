import { describe, expect, it } from 'vitest'
import { parseOptions, UsageError } from './options.ts'

const NOW = Date.UTC(2026, 10, 21, 2)
const KEY = ['--key-file', '/k']

describe('the command line', () => {
  it('has the defaults of the demonstration', () => {
    expect(parseOptions(KEY, NOW)).toEqual({
      mqttUrl: 'mqtt://127.0.0.1:1883',
      httpUrl: undefined,
      httpShare: 0,
      keyFile: '/k',
      credentialsFile: undefined,
      devices: 1200,
      speed: 1,
      times: 1,
      releaseMs: undefined,
      fromMs: NOW,
      sinceMs: NOW,
      loss: 0,
      isDirty: false,
      forS: undefined,
      jsonFile: undefined,
    })
  })

  it('reads shares as fractions and as percent', () => {
    const args = [...KEY, '--http', '5%', '--http-url', 'http://h:1/', '--loss', '0.01']
    expect(parseOptions(args, NOW)).toMatchObject({ httpShare: 0.05, httpUrl: 'http://h:1', loss: 0.01 })
  })

  it.each([
    ['now', NOW],
    ['+90', NOW + 90_000],
    ['2026-11-19T14:07:00+08:00', Date.UTC(2026, 10, 19, 6, 7)],
  ])('releases chlorine at %s', (text, releaseMs) => {
    expect(parseOptions([...KEY, '--incident', 'chlorine', '--at', text], NOW)).toMatchObject({ releaseMs })
  })

  it.each([
    [[], 'either --key-file or --credentials'],
    [[...KEY, '--credentials', '/c'], 'either --key-file or --credentials'],
    [[...KEY, '--devices', 'many'], '--devices must be a number above 0'],
    [[...KEY, '--speed', '0'], '--speed must be a number above 0'],
    [[...KEY, '--loss', '1.5'], '--loss must lie between 0 and 1'],
    [[...KEY, '--http', '5%'], '--http needs --http-url'],
    [[...KEY, '--incident', 'flood'], '--incident knows chlorine'],
    [[...KEY, '--incident', 'chlorine', '--at', 'tea time'], '--at must be now'],
    [[...KEY, '--colour'], "Unknown option '--colour'"],
  ])('refuses %j', (args, message) => {
    expect(() => parseOptions(args, NOW)).toThrow(UsageError)
    expect(() => parseOptions(args, NOW)).toThrow(message)
  })
})
