import { type ChildProcess, spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../apps/server/src/testing/free-port.ts'
import { isInstalled } from '../../../apps/server/src/testing/is-installed.ts'
import { type Balancer, startBalancer } from '../../drivers/balancer.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN, type ConsoleServer, startConsole } from '../../drivers/console-server.ts'
import { databaseUrl } from '../../drivers/database.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

const hasNats = isInstalled('nats-server', 'two web processes')
const describeHere = hasNats ? describeInBrowser : describe.skip

describeHere('two web processes behind one address', () => {
  const env: Record<string, string> = {}
  let nats: ChildProcess
  let other: ConsoleServer
  let balancer: Balancer

  beforeAll(async () => {
    const port = await freePort()
    nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    env['NATS_URL'] = `nats://127.0.0.1:${port}`
  })
  const stage = setStage({
    env,
    // The console without the database comes first.
    async front(server) {
      other = await startConsole({ env: { ...env, ROLE: 'web', DATABASE_URL: databaseUrl(server.dataDir) } })
      balancer = await startBalancer([other, server].map(({ url }) => Number(new URL(url).port)))
      return balancer.url
    },
  })
  afterAll(async () => {
    await balancer?.close()
    await other?.dispose()
    nats?.kill('SIGKILL')
  })

  it('after one is killed, the page stays, its sockets move to the other one, and values continue', async () => {
    const colleague = await stage.colleague()
    const { id: stationId } = await buildStation(colleague, fresh('双活站 '))
    const clientId = fresh('TW-320100-')
    const { credential } = await buildDevice(colleague, { name: '双活甲', clientId, kind: 'air', stationId })
    const device = await FieldDevice.connect(stage.server.mqttPort, credential)

    const operator = await stage.enter(ADMIN, '/sensordata')
    await operator.region('实时数据').words('空气').click()
    await operator.openTab('数据流')
    await operator.fill({ 搜索设备: clientId })
    const newest = async () =>
      (await operator.region('实时数据').part('listitem').readAll())[0]?.replaceAll(/\s+/g, ' ')
    await device.report({ pm25: 41 }, Date.now())
    await expect.poll(newest).toMatch(/PM2.5 41 /)
    await operator.markPage()

    await other.kill()
    let value = 50
    await expect
      .poll(
        async () => {
          value = value < 59 ? value + 1 : 51
          await device.report({ pm25: value }, Date.now())
          return newest()
        },
        { interval: 1_000 },
      )
      .toMatch(/PM2.5 5\d /)
    expect(await operator.isSamePage()).toBe(true)
    await device.leave()
  })
})
