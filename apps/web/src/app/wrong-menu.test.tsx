import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { WrongMenu } from './wrong-menu.tsx'

it('[ER-48] reports in a persistent card that the menu table is of the Vue3 version, and starts nothing', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  renderPage(<WrongMenu />)
  const sentence = '启动失败：检查到当前菜单表是 Vue3 版本，请切换到 Vue2 版菜单！'
  const card = await screen.findByText('系统提示')
  vi.useFakeTimers()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(card.isConnected).toBe(true)
  expect(screen.getAllByText(sentence).length).toBe(2)
  expect(fetched).not.toHaveBeenCalled()
})
