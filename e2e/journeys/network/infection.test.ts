import { subjectEndpoints } from '@natim/contract/mon/subject'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

/** A city in which no other journey measures anyone. */
const CITY = '620100'
const PERSONS = 6
const RESULT = {
  method: 'GC-MS',
  volumeMl: 512,
  flowMls: 52,
  etco2: 4.6,
  ambientVoc: 84,
  model: 'VOC-5 v2.3.1',
  score: 0.81,
  conf: 0.9,
  values: { br_acetone: { v: 1184, a: 212 } },
}

describeInBrowser('the infection situation', () => {
  const stage = setStage()

  /** Six people of one city whose tests are presumptive today. */
  async function prepare(): Promise<void> {
    const colleague = await stage.colleague()
    const { id: stationId } = await buildStation(colleague, fresh('兰州医院 '), {
      regionCode: CITY,
      lng: 103.83,
      lat: 36.06,
    })
    const device = { name: fresh('呼气仪 兰州 '), clientId: fresh('BR-620100-'), kind: 'breath', stationId }
    const { credential } = await buildDevice(colleague, device)
    const field = await FieldDevice.connect(stage.server.mqttPort, credential)
    for (let at = 0; at < PERSONS; at += 1) {
      const person = { ageBand: '40-59', sex: 'male', consentId: `C-${at}`, regionCode: CITY } as const
      const { subjectCode } = await colleague.call(subjectEndpoints.add, {
        body: { ...person, consentScope: ['screening'] },
      })
      await field.tell('breath.result', { ...RESULT, subject: subjectCode })
    }
    await field.leave()
  }

  it('names a city with an unusual count, and exports the file for permitted users', async () => {
    await prepare()
    const officer = await stage.enter(await stage.person('infection-officer', 'health_officer'), '/mon/infection')
    await officer.row('甘肃 兰州').shows('▲ 呼气', '自')
    await officer.words(/个城市出现信号：/).appears()
    await officer.words(/信号：当日 ≥ 5 例/).appears()
    await officer.press('甘肃 兰州')
    await officer.part('table', '甘肃 兰州 逐日').appears()
    expect(await officer.button(/导\s*出/).isThere()).toBe(true)
    await officer.resize(375)
    const card = await officer.row('甘肃 兰州').box()
    expect(card.x + card.width).toBeLessThanOrEqual(375)
    const duty = await stage.openMachine()
    await duty.signIn(await stage.person('infection-duty', 'nat_duty'), '/mon/infection')
    await duty.row('甘肃 兰州').shows('▲ 呼气')
    expect(await duty.button(/导\s*出/).isThere()).toBe(false)
  })
})
