import { beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { downloadFile, getAction, nameOf } from './actions.ts'
import type { ApiError } from './api-error.ts'
import { onApiFailure } from './failures.ts'

let answer: () => Response
const failures: ApiError[] = []
const saved: { name: string; url: string }[] = []
const released: string[] = []

beforeEach(() => {
  failures.length = saved.length = released.length = 0
  onApiFailure((error) => failures.push(error))
  vi.stubGlobal('fetch', async () => answer())
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:1'
      static override revokeObjectURL = (url: string) => released.push(url)
    },
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, url: this.href })
  })
})

const file = (headers: Record<string, string> = {}) => new Response('a;b', { headers })

describe('a download', () => {
  it.each([
    ['given by the caller', { name: '清单.xlsx' }, {}, '清单.xlsx'],
    [
      'sent in the header',
      {},
      { 'content-disposition': "attachment; filename*=UTF-8''%E6%B8%85%E5%8D%95.xlsx" },
      '清单.xlsx',
    ],
    ['at the end of the path', {}, {}, 'exportXls'],
  ])('[CA-12] is saved under the name %s, and its object URL is released', async (_, options, headers, name) => {
    answer = () => file(headers as Record<string, string>)
    await downloadFile('/sys/user/exportXls?x=1', options)
    expect(saved).toEqual([{ name, url: 'blob:1' }])
    await eventually(() => expect(released).toEqual(['blob:1']))
  })

  it('[CA-12] shows 文件下载失败 and saves nothing when empty', async () => {
    answer = () => new Response('')
    await expect(downloadFile('/sys/user/exportXls')).rejects.toThrow('文件下载失败')
    expect(saved).toEqual([])
    expect(failures.map((failure) => failure.message)).toEqual(['文件下载失败'])
  })

  it('saves nothing and shows the message when refused in an envelope', async () => {
    answer = () => Response.json({ success: false, code: 500, message: '只能下载一次', result: null })
    await expect(downloadFile('/sys/user/import/passwords', { body: {} })).rejects.toThrow('只能下载一次')
    expect(saved).toEqual([])
    expect(failures.map((failure) => failure.message)).toEqual(['只能下载一次'])
  })

  it('[CA-09] reads the failure in the blob as JSON, anything else as a failed download', async () => {
    answer = () => Response.json({ status: 500, message: 'Token失效，请重新登录' }, { status: 500 })
    await expect(downloadFile('/a')).rejects.toMatchObject({ isSessionExpired: true })
    answer = () => new Response('<h1>Bad gateway</h1>', { status: 500 })
    await expect(downloadFile('/a')).rejects.toMatchObject({ status: 500, message: '文件下载失败' })
  })
})

describe('file name from a header', () => {
  it.each([
    [null, undefined],
    ['attachment', undefined],
    ['attachment; filename="a b.xlsx"', 'a b.xlsx'],
    ['attachment; filename=a.xlsx', 'a.xlsx'],
    [`attachment; filename="a.xlsx"; filename*=UTF-8''%E8%A1%A8.xlsx`, '表.xlsx'],
    [`attachment; filename="a.xlsx"; filename*=UTF-8''%E8%`, 'a.xlsx'],
  ])('reads %j as %j', (header, name) => expect(nameOf(header)).toBe(name))
})

it('[ER-16] a failed call rejects for its caller after it was reported', async () => {
  answer = () => Response.json({ success: false, message: '出错', code: 500 }, { status: 418 })
  await expect(getAction('/a')).rejects.toThrow('出错')
  expect(failures).toHaveLength(1)
})
