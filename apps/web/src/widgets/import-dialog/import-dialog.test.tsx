import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { ImportDialog, type ImportDialogProps } from './import-dialog.tsx'
import { importForm } from './import-form.ts'
import { sheetFault } from './sheet-file.ts'

const ZIP = [0x50, 0x4b, 3, 4, 0]
const OLD = [0xd0, 0xcf, 0x11, 0xe0, 0]
const fileOf = (name: string, bytes: readonly number[] = ZIP) => new File([new Uint8Array(bytes)], name)

/** Requests, pending until the test answers them. */
let requests: { path: string; form: FormData; answer: (body: object) => void }[]
beforeEach(() => {
  requests = []
  vi.stubGlobal(
    'fetch',
    (address: string, { body }: { body: FormData }) =>
      new Promise((resolve) => {
        const path = new URL(address, window.location.href).pathname
        requests.push({ path, form: body, answer: (given) => resolve(Response.json(given)) })
      }),
  )
})

function open(props: Partial<ImportDialogProps> = {}) {
  const onDone = vi.fn()
  const onClose = vi.fn()
  const view = renderPage(
    <ImportDialog isOpen url="/mon/station/importExcel" onDone={onDone} onClose={onClose} {...props} />,
  )
  const dialog = screen.getByRole('dialog', { name: '导入EXCEL' })
  const choose = (...files: File[]) =>
    fireEvent.change(dialog.querySelector('input[type=file]') as HTMLInputElement, { target: { files } })
  const start = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: /开始上传|上传中/ })
  const answer = async (body: object) => {
    await waitFor(() => expect(requests.length).toBeGreaterThan(0))
    requests.at(-1)?.answer(body)
  }
  return { onDone, onClose, dialog, choose, start, answer, ...view }
}

describe('the import dialog', () => {
  it('[WG-140] [VA-73] accepts several workbooks, lists them with remove, and cannot start without one', async () => {
    const { dialog, choose, start, user } = open()
    expect(dialog.style.width || dialog.closest<HTMLElement>('[style*="600px"]')?.style.width).toContain('600px')
    expect(start().disabled).toBe(true)
    expect(dialog.querySelector('input')?.accept).toBe('.xls,.xlsx')
    choose(fileOf('站点.xlsx'), fileOf('旧站点.xls', OLD))
    expect(await within(dialog).findByText('旧站点.xls')).toBeTruthy()
    expect(start().disabled).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: '移除 站点.xlsx' }))
    await user.click(within(dialog).getByRole('button', { name: '移除 旧站点.xls' }))
    expect(start().disabled).toBe(true)
  })

  it('[WG-140] shows 上传中... while it runs', async () => {
    const { choose, start, user, answer, onClose } = open()
    choose(fileOf('站点.xlsx'))
    await waitFor(() => expect(start().disabled).toBe(false))
    await user.click(start())
    expect(start().textContent).toBe('上传中...')
    await answer({ success: true, code: 200, message: '文件导入成功！数据行数：3' })
    await waitFor(() => expect(onClose).toHaveBeenCalled())
  })

  it.each([
    ['站点.csv', ZIP, '站点.csv：仅支持 .xls、.xlsx 格式的文件'],
    ['站点.xlsx', [1, 2, 3, 4], '站点.xlsx：文件内容不是有效的 Excel 文件'],
    ['站点.xlsx', [], '站点.xlsx：文件内容不是有效的 Excel 文件'],
  ])('[VA-56] refuses %s of %j', async (name, bytes, message) => {
    const { dialog, choose, start } = open()
    choose(fileOf(name, bytes))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(within(dialog).queryByText(name)).toBeNull()
    expect(start().disabled).toBe(true)
  })

  it('sends the files with the given parameters', async () => {
    const { choose, start, user, dialog } = open({ isOnline: true, biz: 'main', foreignKeys: ['a', 'b'] })
    await user.click(within(dialog).getByRole('switch', { name: '是否开启校验' }))
    choose(fileOf('a.xlsx'), fileOf('b.xlsx'))
    await within(dialog).findByText('b.xlsx')
    await user.click(start())
    const { form, path } = requests[0] as (typeof requests)[number]
    expect(path).toBe('/jeecg-boot/mon/station/importExcel')
    expect([...form.entries()].map(([key, part]) => [key, typeof part === 'string' ? part : part.name])).toEqual([
      ['isSingleTableImport', 'main'],
      ['foreignKeys', 'a,b'],
      ['validateStatus', '1'],
      ['files[]', 'a.xlsx'],
      ['files[]', 'b.xlsx'],
    ])
  })

  it('[WG-142] closes and reloads the list when all rows were imported', async () => {
    const { choose, start, user, answer, onDone, onClose, dialog } = open()
    choose(fileOf('站点.xlsx'))
    await within(dialog).findByText('站点.xlsx')
    await user.click(start())
    expect(onClose).not.toHaveBeenCalled()
    await answer({ success: true, code: 200, message: '文件导入成功！数据行数：3' })
    expect(await screen.findByText('文件导入成功！数据行数：3')).toBeTruthy()
    expect(onDone).toHaveBeenCalledTimes(1)
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('[WG-142] [ER-32] warns and keeps its files on failure', async () => {
    const { choose, start, user, answer, onDone, onClose, dialog } = open()
    choose(fileOf('站点.xlsx'))
    await within(dialog).findByText('站点.xlsx')
    await user.click(start())
    await answer({ success: false, code: 500, message: '文件中没有数据行' })
    expect(await screen.findByText('文件中没有数据行')).toBeTruthy()
    expect(document.querySelector('.ant-message-warning')).toBeTruthy()
    expect(within(dialog).getByText('站点.xlsx')).toBeTruthy()
    expect(start().textContent).toBe('开始上传')
    expect(onDone).not.toHaveBeenCalled()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('[WG-143] [ER-32] shows why some rows were refused, with a link to them', async () => {
    const { choose, start, user, answer, onDone, dialog } = open()
    choose(fileOf('站点.xlsx'))
    await within(dialog).findByText('站点.xlsx')
    await user.click(start())
    await answer({
      success: true,
      code: 201,
      message: '成功 2 行，失败 1 行',
      result: '/sys/common/static/error/1.xlsx',
    })
    const notice = await screen.findByRole('dialog', { name: /导入成功,但是有错误数据!/ })
    expect(within(notice).getByText('成功 2 行，失败 1 行')).toBeTruthy()
    const link = within(notice).getByRole<HTMLAnchorElement>('link', { name: '点击下载' })
    expect(new URL(link.href).pathname).toBe('/jeecg-boot/sys/common/static/error/1.xlsx')
    expect(onDone).toHaveBeenCalledTimes(1)
    await user.click(link)
    await waitFor(() => expect(requests.at(-1)?.path).toBe('/jeecg-boot/sys/common/static/error/1.xlsx'))
  })

  it('passes a single file on to the review, but never several', async () => {
    const onReview = vi.fn()
    const { choose, user, dialog } = open({ onReview })
    const review = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: '核对后导入' })
    expect(review().disabled).toBe(true)
    const file = fileOf('站点.xlsx')
    choose(file)
    await within(dialog).findByText('站点.xlsx')
    await user.click(review())
    expect(onReview).toHaveBeenCalledWith(file)
    choose(fileOf('b.xlsx'))
    await within(dialog).findByText('b.xlsx')
    expect(review().disabled).toBe(true)
  })
})

it('omits parameters that were not given', () => {
  expect([...importForm({ files: [fileOf('a.xlsx')] }).keys()]).toEqual(['files[]'])
  expect(importForm({ files: [], isValidated: false }).get('validateStatus')).toBe('0')
})

it('recognises a workbook by its signature', async () => {
  expect(await sheetFault(fileOf('A.XLSX'))).toBeUndefined()
  expect(await sheetFault(fileOf('a.xls', OLD))).toBeUndefined()
})
