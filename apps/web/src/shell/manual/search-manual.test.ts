import { chapters } from 'virtual:manual'
import { describe, expect, it } from 'vitest'
import { type Chapter, chapterOf } from './chapter.ts'
import { markWords, searchManual } from './search-manual.ts'

const text = (line: string) => ({ kind: 'text', line: [line] }) as const
const heading = (title: string) => ({ kind: 'heading', text: title }) as const
const DEVICE: Chapter = {
  id: 'duty/device',
  title: '设备列表',
  role: '值班员',
  pages: ['mon/device/DeviceList'],
  blocks: [
    text('查找设备。'),
    heading('更换凭证'),
    {
      kind: 'list',
      isOrdered: true,
      items: [['点', { kind: 'strong', text: '生成新凭证' }, '，旧密钥 24 小时内有效。']],
    },
    heading('拒绝的含义'),
    { kind: 'table', head: [['提示'], ['含义']], rows: [[['设备编号已存在'], ['客户端 ID 已被使用']]] },
  ],
}
const USER: Chapter = {
  id: 'admin/user',
  title: '用户管理',
  role: '管理员',
  pages: ['system/UserList', '/somewhere'],
  blocks: [text('管理账号。'), heading('冻结'), text('被冻结的用户会立即下线；他的设备列表也打不开。')],
}
const BOTH = [USER, DEVICE]
const found = (query: string) => searchManual(BOTH, query).map(({ chapter, heading: at }) => [chapter.title, at])

describe('manual search', () => {
  it('finds words in text, lists and tables, each passage under its heading', () => {
    expect(found('密钥')).toEqual([['设备列表', '更换凭证']])
    expect(found('客户端 id')).toEqual([['设备列表', '拒绝的含义']])
    expect(found('没有这个词')).toEqual([])
    expect(found('  ')).toEqual([])
  })

  it('ranks titles before headings before text, and lists a title once', () => {
    expect(found('设备列表')).toEqual([
      ['设备列表', undefined],
      ['用户管理', '冻结'],
    ])
    expect(found('冻结')).toEqual([['用户管理', '冻结']])
  })

  it('requires all words in one passage, or in its title', () => {
    expect(found('设备列表 密钥')).toEqual([['设备列表', '更换凭证']])
    expect(found('密钥 客户端')).toEqual([])
  })

  it('shows the text around the first word, and marks it', () => {
    const [hit] = searchManual(BOTH, '24 小时')
    expect(hit?.excerpt).toBe('点生成新凭证，旧密钥 24 小时内有效。')
    expect(hit?.headingAt).toBe(1)
    expect(markWords('旧密钥 24 小时 (内)', '24 (内)')).toEqual(['旧密钥 ', '24', ' 小时 ', '(内)', ''])
    const far = searchManual([{ ...USER, blocks: [text(`${'前'.repeat(200)}目标${'后'.repeat(200)}`)] }], '目标')
    expect(far[0]?.excerpt).toBe(`…${'前'.repeat(12)}目标${'后'.repeat(58)}…`)
  })
})

describe('chapter lookup', () => {
  it('finds it by the component of its menu item, or by the address of a page without one', () => {
    expect(chapterOf(BOTH, 'mon/device/DeviceList')).toBe(DEVICE)
    expect(chapterOf(BOTH, '/somewhere')).toBe(USER)
    expect(chapterOf(BOTH, 'mon/device')).toBeUndefined()
  })

  it('covers pages without a menu item, and has each page in only one chapter', () => {
    const titles = ['/user/login', '/user/register', '/403', '/404', 'account/center/Index'].map(
      (place) => chapterOf(chapters, place)?.title,
    )
    expect(titles).toEqual(['登录与找回密码', '登录与找回密码', '提示与拒绝', '提示与拒绝', '个人中心与个人设置'])
    const pages = chapters.flatMap((chapter) => chapter.pages)
    expect(pages.length).toBe(new Set(pages).size)
  })
})
