import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf, tableOf } from '../import/testing/sheet.ts'

let server: TestApp
let token: string
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'natim-sheets-'))
  server = await buildTestApp({ config: { dataDir } })
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const send = async (method: 'POST' | 'PUT', path: string, body: object) =>
  (await server.call(method, `/sys/category/${path}`, { token, body })).body
const get = async (path: string) => (await server.call('GET', `/sys/category/${path}`, { token })).body
const remove = async (path: string) => (await server.call('DELETE', `/sys/category/${path}`, { token })).body
async function add(name: string, pid?: string) {
  const { result, message } = await send('POST', 'add', { name, pid })
  if (result === null) throw new Error(message)
  return (await get(`queryById?id=${result.id}`)).result
}

describe('a category', () => {
  it('gets its code from its position, keeps it when edited, and reports whether it has children', async () => {
    const top = await add('巡检类别', '0')
    const child = await add('日巡', top.id)
    expect(top).toMatchObject({ pid: '0', code: expect.stringMatching(/^[A-Z]\d\d$/) })
    expect(child).toMatchObject({ pid: top.id, code: `${top.code}A01`, hasChild: '0' })
    expect((await add('周巡', top.id)).code).toBe(`${top.code}A02`)
    expect((await get(`queryById?id=${top.id}`)).result.hasChild).toBe('1')
    const edited = { ...child, name: '每日巡检', pid: '0', code: 'Z01', hasChild: '1' }
    expect(await send('PUT', 'edit', edited)).toMatchObject({ success: true, message: '编辑成功！' })
    expect((await get(`queryById?id=${child.id}`)).result).toMatchObject({
      name: '每日巡检',
      pid: top.id,
      code: child.code,
      updateBy: 'keeper',
    })
    expect(await get(`checkCode?pid=${top.id}&code=${top.code}A09`)).toMatchObject({ success: true })
    expect(await get(`checkCode?pid=${top.id}&code=Z01`)).toMatchObject({ success: false })
  })

  it.each([
    [{ name: '' }, '不能为空'],
    [{ name: 'x'.repeat(101) }, '最多 100 个字符'],
    [{ name: 'x', pid: 'nowhere' }, '上级分类不存在'],
  ])('is refused as %j', async (form, words) => {
    const body = await send('POST', 'add', form)
    expect(body).toMatchObject({ success: false, result: null })
    expect(body.message).toContain(words)
  })

  it('is deleted with its descendants, and can be restored while its parent exists', async () => {
    const top = await add('临时')
    const child = await add('临时下级', top.id)
    await add('更下级', child.id)
    expect((await get(`uses?ids=${top.id},`)).result).toEqual([{ noun: '下级分类', count: 2 }])
    expect(await remove(`deleteBatch?ids=${top.id},${child.id},`)).toMatchObject({ success: true })
    expect((await get('rootList?name=*临时*')).result.total).toBe(0)
    expect(await send('POST', 'restore', { id: child.id })).toMatchObject({
      success: false,
      message: '上级分类不存在',
    })
    expect(await send('POST', 'restore', { id: top.id })).toMatchObject({ success: true })
    expect((await get(`queryById?id=${top.id}`)).result).toMatchObject({ name: '临时', code: top.code })
    expect(await remove('delete?id=gone')).toMatchObject({ success: false, message: '未找到对应数据' })
  })

  it('is exported with its code, and imported below the parent its code implies', async () => {
    const top = await add('导入类别')
    const { raw } = await server.call('POST', '/sys/category/exportXls', { token, body: { code: `${top.code}*` } })
    expect(tableOf(raw).slice(2)).toEqual([
      ['类型名称', '类型编码', '是否有子节点(1:有)'],
      ['导入类别', top.code, '0'],
    ])
    const rows = [
      ['孙', `${top.code}A01A01`],
      ['子', `${top.code}A01`],
    ]
    const bytes = sheetOf([['类型名称', '类型编码'], ...rows])
    const { body, headers } = await multipart([['files[]', { name: '分类.xlsx', bytes }]])
    expect((await server.call('POST', '/sys/category/importExcel', { token, body, headers })).body).toMatchObject({
      success: true,
      code: 200,
    })
    const [child] = (await get(`childList?pid=${top.id}`)).result
    expect(child).toMatchObject({ name: '子', hasChild: '1' })
    expect((await get(`childList?pid=${child.id}`)).result).toMatchObject([{ name: '孙', code: `${top.code}A01A01` }])
  })
})
