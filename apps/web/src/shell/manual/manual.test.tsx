import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { partPreloads } from '../../lib/lazy-part.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Manual } from './manual.tsx'
import { closeManual } from './manual-state.ts'

beforeEach(() => act(closeManual))

/** A page with a field, and another page beside it. */
function Console() {
  const [place, setPlace] = useState('mon/device/DeviceList')
  return (
    <>
      <input aria-label="名称" />
      <button type="button" onClick={() => setPlace('system/UserList')}>
        用户管理
      </button>
      <button type="button" onClick={() => setPlace('nobody/Knows')}>
        自建页面
      </button>
      <Manual place={place} />
    </>
  )
}

/** Renders with the manual's code loaded, as it is a few seconds after the console starts. */
async function enter() {
  await Promise.all(partPreloads.map((preload) => preload()))
  return renderPage(<Console />)
}

const drawer = () => screen.findByRole('dialog', { name: /使用手册/ })
const chapter = (title: string) => screen.findByRole('heading', { level: 2, name: title })
const button = (name: string) => screen.getByRole('button', { name })

describe('the manual', () => {
  it('opens by F1 at the chapter of the page, also from a field, and closes by Esc, which restores the focus', async () => {
    const { user } = await enter()
    await user.click(screen.getByRole('textbox', { name: '名称' }))
    await user.keyboard('{F1}')
    await drawer()
    expect(await chapter('设备列表')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: '名称' })).toBe(document.activeElement))
    await waitFor(() => expect(document.querySelector('.ant-drawer-open')).toBeNull())
  })

  it('opens by ?, but not while it is typed into a field', async () => {
    const { user } = await enter()
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: '名称' })
    await user.type(field, '?？')
    expect(field.value).toBe('?？')
    expect(screen.queryByText('使用手册')).toBeNull()
    act(() => field.blur())
    await user.keyboard('?')
    await drawer()
    expect(await chapter('设备列表')).toBeTruthy()
  })

  it('ignores keys with Ctrl, Alt or ⌘', async () => {
    const { user } = await enter()
    await user.keyboard('{Control>}{F1}{/Control}{Alt>}?{/Alt}{Meta>}?{/Meta}')
    expect(screen.queryByText('使用手册')).toBeNull()
  })

  it('follows the current page, and shows the contents where a page has no chapter', async () => {
    const { user } = await enter()
    await user.keyboard('{F1}')
    await chapter('设备列表')
    await user.click(button('用户管理'))
    await chapter('用户管理')
    await user.click(button('自建页面'))
    const contents = await screen.findByRole('navigation', { name: '手册目录' })
    expect(
      within(contents)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent),
    ).toEqual(['值班员', '管理员', '运维人员'])
    await user.click(within(contents).getByRole('button', { name: '定时任务' }))
    await chapter('定时任务')
  })

  it('reopens at the chapter of the page, with an empty search', async () => {
    const { user } = await enter()
    await user.keyboard('{F1}')
    await user.click(within(await drawer()).getByRole('button', { name: '列表的通用操作' }))
    await chapter('列表的通用操作')
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: '搜索手册' })
    await user.type(search, '强制下线')
    act(closeManual)
    await waitFor(() => expect(document.querySelector('.ant-drawer-open')).toBeNull())
    await user.keyboard('{F1}')
    expect(await chapter('设备列表')).toBeTruthy()
    expect(search.value).toBe('')
  })

  it('follows links between chapters, and finds passages by their words', async () => {
    const { user } = await enter()
    await user.keyboard('{F1}')
    await chapter('设备列表')
    await user.click(within(await drawer()).getByRole('button', { name: '列表的通用操作' }))
    await chapter('列表的通用操作')
    const search = screen.getByRole('searchbox', { name: '搜索手册' })
    await user.type(search, '强制下线')
    const hits = screen.getByRole('region', { name: '搜索结果' })
    expect(within(hits).getAllByText('强制下线')[0]?.tagName).toBe('MARK')
    await user.click(within(hits).getByRole('button', { name: /^在线用户 › 常用操作/ }))
    await chapter('在线用户')
    expect(document.activeElement?.textContent).toBe('常用操作')
    await user.type(search, '没有这样的词')
    expect(screen.getByRole('status').textContent).toBe('手册里没有「没有这样的词」')
    await user.keyboard('{Enter}')
    expect(screen.getByRole('status').textContent).toBe('手册里没有「没有这样的词」')
    await user.clear(search)
    await user.type(search, '在线用户{Enter}')
    await chapter('在线用户')
  })
})
