import { wallEndpoints } from '@natim/contract/mon/wall'
import { newWallShared } from '@natim/domain/wall'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { serverNow } from '@/lib/clock.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import { WallLoader } from './wall-loader.tsx'
import { sharedOf } from './wall-store.ts'

function show(isKiosk: boolean, prepare: (api: ReturnType<typeof stubApi>) => void = () => undefined) {
  const api = stubApi()
  const live = stubLiveSocket()
  api.on(wallEndpoints.screen, () => ({
    id: 'w1',
    name: '全国值守屏 A',
    staleS: null,
    hasSound: false,
    version: 1,
    nowMs: serverNow(),
    state: sharedOf(newWallShared(serverNow())),
  }))
  prepare(api)
  renderPage(<WallLoader id="w1" view="leftTop" mayEdit={false} isKiosk={isKiosk} />)
  return live
}

it('a kiosk hides the screen once its token is revoked', async () => {
  const live = show(true)
  expect(await screen.findByText('请选择设备')).toBeTruthy()
  live.end()
  expect(await screen.findByText('访问令牌已失效，请联系管理员重新生成')).toBeTruthy()
  expect(screen.queryByText('请选择设备')).toBeNull()
})

it('a missing screen and one without permission show the same text', async () => {
  show(false, (api) =>
    api.on(wallEndpoints.screen, () => {
      throw new Refusal('未找到对应数据')
    }),
  )
  expect(await screen.findByText('大屏不存在或无权查看')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回大屏列表' })).toBeTruthy()
})
