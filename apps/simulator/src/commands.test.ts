import { createDeviceEvents } from '@natim/demo/device-events'
import { createDeviceSignals } from '@natim/demo/device-signals'
import { buildDemoNetwork } from '@natim/demo/network'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Commands, createCommands } from './commands.ts'
import { planDevice } from './plan.ts'

const network = buildDemoNetwork()
const device = network.devices[0]!
const plan = planDevice(device, network, createDeviceSignals(network), createDeviceEvents(network))
const group = plan.groups[0]!
const NOW = 1_795_234_800_000

describe('commands', () => {
  let answers: unknown[]
  let commands: Commands
  const handle = (command: unknown) => commands.handle(Buffer.from(JSON.stringify(command)), NOW)
  beforeEach(() => {
    answers = []
    commands = createCommands(plan, (payload) => answers.push(JSON.parse(payload)))
  })

  it('set the period', () => {
    handle({ id: 'c1', cmd: 'set_period', p: { periodS: 5 } })
    expect(answers).toEqual([{ id: 'c1', ok: true, code: 0, data: { periodS: 5 } }])
    expect(commands.periodMs(group, 1, 100)).toBe(5000)
  })

  it('refuse an invalid period, unknown commands and expired ones', () => {
    handle({ id: 'c1', cmd: 'set_period', p: { periodS: 0 } })
    handle({ id: 'c2', cmd: 'self_destruct' })
    handle({ id: 'c3', cmd: 'reboot', exp: NOW - 1 })
    expect(answers).toMatchObject([
      { id: 'c1', ok: false, code: 2 },
      { id: 'c2', ok: false, code: 1 },
      { id: 'c3', ok: false, code: 3 },
    ])
    expect(commands.bootedMs(7)).toBe(7)
  })

  it('restart the uptime', () => {
    handle({ id: 'c1', cmd: 'reboot' })
    expect(commands.bootedMs(7)).toBe(NOW)
  })

  it('report the progress of new firmware and run it afterwards', () => {
    handle({ id: 'c1', cmd: 'ota', p: { version: '9.9.9' } })
    const progress = answers.map((answer) => (answer as { data: { progress: number } }).data.progress)
    expect(progress).toEqual([0, 35, 70, 100])
    expect(commands.firmware()).toBe('9.9.9')
  })

  it('do not answer garbage', () => {
    commands.handle(Buffer.from('{"id":'), NOW)
    handle({ cmd: 'reboot' })
    expect(answers).toEqual([])
  })
})
