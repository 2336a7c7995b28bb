import { subjectEndpoints } from '@natim/contract/mon/subject'
import { wearableEndpoints } from '@natim/contract/mon/wearable'
import { maskSubjectCode } from '@natim/domain/subject'
import { bucketEnd, formatGmt8, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { VITAL_WINDOW_MS } from '@natim/domain/vital-window'
import { it } from 'vitest'
import type { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

const ILL = { hr: 118, spo2: 93, rr: 22, temp_core: 38.6, temp_skin: 34.1 }
const PLACE = { pos: { lng: 118.7212, lat: 32.2234 }, sys: { batt: 9 } }

describeInBrowser('a wearer', () => {
  // A console of its own, so that wearable alarms do not affect other journeys.
  const stage = setStage({ env: { NETWORK_NAME: '可穿戴旅程' } })

  const buildWearable = async (root: Colleague) => {
    const { id: stationId } = await buildStation(root, fresh('医院 '))
    const clientId = fresh('WB-320100-')
    const { credential } = await buildDevice(root, { name: `手环 ${clientId}`, clientId, kind: 'wearable', stationId })
    return { clientId, credential }
  }
  const buildPerson = async (colleague: Colleague) => {
    const body = {
      ageBand: '60-74',
      sex: 'male',
      consentId: 'C-1',
      consentScope: ['screening'],
      regionCode: '320100',
      conditions: [],
    } as const
    return await colleague.call(subjectEndpoints.add, {
      body: { ...body, consentScope: ['screening'], conditions: [] },
    })
  }

  it('is bound and released only by care staff', async () => {
    const { clientId } = await buildWearable(await stage.colleague())
    const officer = await stage.person('nurse', 'health_officer', ['32'])
    const { subjectCode } = await buildPerson(await stage.colleague(officer))
    const operator = await stage.enter(officer, '/mon/wearable/board')
    await operator.press('绑定设备')
    const dialog = operator.dialog('绑定可穿戴设备')
    await dialog.enter('受试者码', subjectCode.toLowerCase())
    await dialog.enter('设备客户端ID', 'no-such-device')
    await dialog.enter('单位', '发热病区')
    await dialog.press(/^绑\s*定$/)
    await dialog.shows('可穿戴设备不存在、已报废或无权查看')
    await dialog.enter('设备客户端ID', clientId)
    await dialog.press(/^绑\s*定$/)
    await operator.shows('绑定成功！')
    await operator.lacks(subjectCode)
    await operator.button(nameOf(subjectCode)).click()
    await operator.press('解除绑定')
    await operator.press(/^解\s*除$/)
    await operator.shows('已解除绑定', '还没有人佩戴设备')

    const auditor = await stage.person('auditor', 'auditor')
    const other = await stage.openMachine()
    await other.signIn(auditor, '/mon/wearable/board')
    await other.shows('还没有人佩戴设备')
    await other.lacks('绑定设备', '显示受试者码与确切时间')
  })

  it('[BZ-12] is on the board with values, position, battery, curve and alarms; masked until unmasked on request', async () => {
    const root = await stage.colleague()
    const { clientId, credential } = await buildWearable(root)
    const officer = await stage.person('nurse', 'health_officer', ['32'])
    const colleague = await stage.colleague(officer)
    const { subjectCode } = await buildPerson(colleague)
    const device = await FieldDevice.connect(stage.server.mqttPort, credential)
    const endMs = bucketEnd(Date.now() + 1, VITAL_WINDOW_MS) - VITAL_WINDOW_MS
    // Every window that is or becomes the newest settled one during the test has samples. They precede the binding,
    // which computes those windows: late samples would wait for the next pass.
    for (const minutes of [8, 7, 6, 3, 2, 1]) await device.report(ILL, endMs - minutes * MINUTE_MS, PLACE)
    await device.report(ILL, Date.now(), PLACE)
    await colleague.call(wearableEndpoints.bind, {
      body: {
        clientId,
        subjectCode,
        site: 'wrist',
        unit: '发热病区',
        scaleOrder: null,
        from: formatGmt8(Date.now() - HOUR_MS),
      },
    })

    const operator = await stage.enter(officer, '/mon/wearable/board')
    const card = operator.button(nameOf(subjectCode))
    await card.shows('118', '93', '22', '38.6', '9 % 低电')
    await operator.lacks(subjectCode, clientId)
    await card.click()
    const record = operator.region('NEWS2 分项')
    const entry = operator.region('护士补录')
    await entry.enter('收缩压', '104')
    await entry.enter('舒张压', '62')
    await entry.part('radiogroup', '吸氧').words('空气').click()
    await entry.part('radiogroup', '意识 ACVPU').words('A').click()
    await entry.shows('完整 7/7 · 高')
    await entry.press('保存补录')
    await operator.shows('补录成功')
    await record.shows('完整 7/7 · 8 分', '118 次/分', '104 mmHg', '护士补录')
    await operator.shows('2 级 重大', '曲线含确切时间')

    await operator.part('switch').click()
    await operator.shows(subjectCode, clientId, '118.7212, 32.2234')
    await operator.part('figure', /心率/).appears()
    // Rules are evaluated every few seconds; the record reloads itself.
    await operator.region('报警').shows(/NEWS2 评分 [78]（已知 [47]\/7 项）/)
    await operator.region('护士补录').shows('104/62 mmHg')
    await device.leave()
  })
})

const nameOf = (subjectCode: string) => new RegExp(`^${maskSubjectCode(subjectCode).replaceAll('*', '\\*')}`)
