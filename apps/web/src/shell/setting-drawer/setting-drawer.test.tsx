import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../lib/settings.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SettingDrawer } from './setting-drawer.tsx'
import { openSettingDrawer } from './setting-drawer-state.ts'

function open() {
  openSettingDrawer()
  return renderPage(<SettingDrawer />).user
}
const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const toggle = (name: string) => screen.getByRole('switch', { name })
const isOn = (name: string) => toggle(name).getAttribute('aria-checked') === 'true'

beforeEach(() => {
  useSettings.setState({ ...DEFAULT_SETTINGS, device: 'desktop' })
})

describe('the setting drawer', () => {
  it('[SH-36] ticks the current menu theme and changes it', async () => {
    const user = open()
    expect(radio('亮色菜单').checked).toBe(true)
    await user.click(radio('暗色菜单'))
    expect(useSettings.getState().theme).toBe('dark')
    const ticks = (name: string) =>
      within(radio(name).closest('label') as HTMLElement).queryAllByRole('img', { name: 'check' }).length
    expect([ticks('暗色菜单'), ticks('亮色菜单')]).toEqual([1, 0])
  })

  it('[SH-37] offers the eight colours by name, blue first, and recolours at once', async () => {
    const user = open()
    const colours = within(screen.getByRole('radiogroup', { name: '主题色' })).getAllByRole('radio')
    expect(colours.map((colour) => colour.getAttribute('aria-label'))).toEqual([
      '拂晓蓝（默认）',
      '薄暮',
      '火山',
      '日暮',
      '明青',
      '极光绿',
      '极客蓝',
      '酱紫',
    ])
    expect(radio('拂晓蓝（默认）').checked).toBe(true)
    await user.click(radio('酱紫'))
    expect(useSettings.getState().color).toBe('#722ED1')
    expect(screen.getByText('酱紫 · #722ED1')).toBeTruthy()
  })

  it('[SH-39] offers fluid width in top navigation only', async () => {
    const user = open()
    await user.click(radio('流式'))
    expect(useSettings.getState().contentWidth).toBe('Fluid')
    await user.click(radio('侧边菜单'))
    expect(radio('流式').disabled).toBe(true)
    expect(radio('定宽').checked).toBe(true)
    await user.click(radio('顶部菜单'))
    expect(radio('流式').checked).toBe(true)
  })

  it('[SH-40] disables auto-hide without the fixed header', async () => {
    const user = open()
    await user.click(toggle('下滑时隐藏头部'))
    expect(isOn('下滑时隐藏头部')).toBe(true)
    await user.click(toggle('固定头部'))
    expect(isOn('下滑时隐藏头部')).toBe(false)
    expect(toggle('下滑时隐藏头部')).toHaveProperty('disabled', true)
  })

  it('[SH-42] has fixed sider for side navigation, colour-weak mode and tabs', async () => {
    const user = open()
    expect(toggle('固定侧边栏')).toHaveProperty('disabled', true)
    await user.click(radio('侧边菜单'))
    await user.click(toggle('固定侧边栏'))
    await user.click(toggle('色弱模式'))
    await user.click(toggle('多标签页'))
    expect(useSettings.getState()).toMatchObject({ fixSiderbar: true, weak: true, multipage: false })
  })

  it('resets to the defaults', async () => {
    const user = open()
    await user.click(radio('深色'))
    await user.click(radio('紧凑'))
    await user.click(screen.getByRole('button', { name: '恢复默认' }))
    expect(useSettings.getState()).toMatchObject(DEFAULT_SETTINGS)
  })
})
