import { expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { lookAt } from '../../drivers/picture.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('the map', () => {
  const stage = setStage({ webgl: true })

  it('[BZ-02] draws the country without any other server, and opens a station with values that move', async () => {
    const { operator, server } = stage
    const { page } = operator
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(server.url)) elsewhere.push(request.url())
    })
    const colleague = await Colleague.signIn(server.url, ADMIN)
    const { id: stationId } = await buildStation(colleague, '江北一号站')
    const { credential } = await buildDevice(colleague, {
      name: '江北空气站',
      clientId: 'AQ-320100-0001',
      kind: 'air',
      stationId,
    })
    const device = await FieldDevice.connect(server.mqttPort, credential.clientId, credential.secret)
    await device.report({ pm25: 41 }, Date.now() - 1_000)

    await operator.signIn(ADMIN)
    await operator.open('/mon/homemap')
    await operator.untilMapIsDrawn()
    const drawn = await lookAt(operator.map())
    expect(drawn.colours).toBeGreaterThan(20)
    expect(drawn.background).toBeLessThan(0.9)
    // The islands of the South China Sea and the approval number are part of every national view.
    await page.getByRole('figure', { name: '南海诸岛' }).waitFor()
    await page.getByText(/审图号/).waitFor()

    await page.getByRole('button', { name: '江北空气站' }).click()
    const drawer = page.getByRole('dialog', { name: '江北一号站' })
    await drawer.getByText('41', { exact: true }).first().waitFor()
    await device.report({ pm25: 57 }, Date.now())
    await drawer.getByText('57', { exact: true }).first().waitFor()
    await device.leave()
    expect(elsewhere).toEqual([])
  })
})
