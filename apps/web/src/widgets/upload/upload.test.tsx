import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { onApiFailure } from '../../lib/api/failures.ts'
import { provideCredentials } from '../../lib/api/transport.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type StubUpload, storedAt, stubUploads } from '../../testing/stub-uploads.ts'
import { FileUpload, type FileUploadProps } from './file-upload.tsx'
import { ImageUpload, type ImageUploadProps } from './image-upload.tsx'
import { UploadDialog, type UploadDialogProps } from './upload-dialog.tsx'
import type { UploadValue } from './uploaded-file.ts'

let uploads: readonly StubUpload[]
beforeEach(() => {
  uploads = stubUploads()
  provideCredentials({ token: () => 'tok', tenantId: () => undefined })
})

const fileNamed = (name: string, type = 'application/pdf') => new File(['x'], name, { type })
const picture = (name: string) => fileNamed(name, 'image/png')
const input = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
const choose = (...files: File[]) => fireEvent.change(input(), { target: { files } })
const sent = (count: number) => waitFor(() => expect(uploads).toHaveLength(count))
const nth = (index: number) => uploads[index] as StubUpload

function Field({
  Widget = FileUpload,
  initial,
  onChange,
  ...props
}: FileUploadProps & { Widget?: typeof FileUpload; initial?: UploadValue }) {
  const [value, setValue] = useState<UploadValue | undefined>(initial)
  const tell = (next: UploadValue) => {
    setValue(next)
    onChange?.(next)
  }
  return <Widget {...props} value={value} onChange={tell} />
}

function show(props: FileUploadProps & { initial?: UploadValue } = {}) {
  const onChange = vi.fn<(value: UploadValue) => void>()
  return { onChange, ...renderPage(<Field {...props} onChange={onChange} />) }
}

function showImages(props: ImageUploadProps & { initial?: UploadValue } = {}) {
  const onChange = vi.fn<(value: UploadValue) => void>()
  return { onChange, ...renderPage(<Field {...props} Widget={ImageUpload} onChange={onChange} />) }
}

describe('files', () => {
  it('are sent with their folder and the token, show their progress, and become the value when all are stored', async () => {
    const { onChange } = show()
    expect(screen.getByRole('button', { name: /点击上传/ })).toBeTruthy()
    expect(input().multiple).toBe(true)
    choose(fileNamed('一.pdf'), fileNamed('二.pdf'))
    await sent(2)
    expect(nth(0)).toMatchObject({ parts: { biz: 'temp', file: '一.pdf' }, headers: { 'x-access-token': 'tok' } })
    nth(0).progress(40)
    expect(await screen.findByRole('progressbar', { name: '一.pdf 上传进度' })).toBeTruthy()
    expect(await screen.findByText('40%')).toBeTruthy()
    nth(0).answer(storedAt('temp/1.pdf'))
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: '一.pdf 上传进度' })).toBeNull())
    expect(onChange).not.toHaveBeenCalled()
    nth(1).answer(storedAt('temp/2.pdf'))
    await waitFor(() => expect(onChange.mock.calls).toEqual([['temp/1.pdf,temp/2.pdf']]))
  })

  it('[WG-76] are a comma list of paths or a list of records; both are read back, and emitted when all are done or removed', async () => {
    const records = [{ fileName: '证书.pdf', filePath: 'temp/c.pdf', fileSize: 7 }]
    const { onChange, user } = show({ returnUrl: false, initial: records })
    expect(screen.getByText('证书.pdf')).toBeTruthy()
    choose(fileNamed('新.pdf'))
    await sent(1)
    await user.click(screen.getByRole('button', { name: '移除 证书.pdf' }))
    expect(onChange).not.toHaveBeenCalled()
    nth(0).answer(storedAt('temp/n.pdf'))
    await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
    expect(onChange).toHaveBeenLastCalledWith([{ fileName: '新.pdf', filePath: 'temp/n.pdf', fileSize: 1 }])
    await user.click(screen.getByRole('button', { name: '移除 新.pdf' }))
    expect(onChange).toHaveBeenLastCalledWith([])
  })

  it('follow a value given from outside', async () => {
    function Outside() {
      const [value, setValue] = useState('temp/a.pdf')
      return (
        <>
          <button type="button" onClick={() => setValue('temp/b.pdf')}>
            换
          </button>
          <FileUpload value={value} />
        </>
      )
    }
    const { user } = renderPage(<Outside />)
    expect(screen.getByText('a.pdf')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '换' }))
    expect(screen.getByText('b.pdf')).toBeTruthy()
    expect(screen.queryByText('a.pdf')).toBeNull()
  })

  it('[WG-77] are limited to the last ones', async () => {
    const { onChange } = show({ count: 2, initial: 'temp/a.pdf' })
    choose(fileNamed('b.pdf'), fileNamed('c.pdf'), fileNamed('d.pdf'))
    await sent(3)
    expect(nth(0).isAborted()).toBe(true)
    nth(1).answer(storedAt('temp/c.pdf'))
    nth(2).answer(storedAt('temp/d.pdf'))
    await waitFor(() => expect(onChange.mock.calls).toEqual([['temp/c.pdf,temp/d.pdf']]))
  })

  it('[WG-77] are unlimited with 0', async () => {
    const { onChange } = show({ count: 0, initial: 'temp/a.pdf,temp/b.pdf,temp/c.pdf' })
    choose(fileNamed('d.pdf'))
    await sent(1)
    nth(0).answer(storedAt('temp/d.pdf'))
    await waitFor(() => expect(onChange).toHaveBeenCalledWith('temp/a.pdf,temp/b.pdf,temp/c.pdf,temp/d.pdf'))
  })

  it('[WG-81] [ER-24] report a failed upload by name and exclude it from the value, as removed ones', async () => {
    const { onChange, user } = show({ initial: 'temp/a.pdf' })
    choose(fileNamed('b.pdf'))
    await sent(1)
    nth(0).fail()
    expect(await screen.findByText('b.pdf 上传失败.')).toBeTruthy()
    await user.hover(screen.getByRole('button', { name: 'b.pdf' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('上传失败')
    expect(onChange).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: '移除 b.pdf' }))
    await user.click(screen.getByRole('button', { name: '移除 a.pdf' }))
    expect(onChange.mock.calls).toEqual([['']])
  })

  it.each([
    ['文件类型不支持', '文件类型不支持'],
    ['', '未知错误'],
  ])('[ER-23] refused by the server with «%s» show «%s»', async (message, said) => {
    const { user } = show()
    choose(fileNamed('b.exe'))
    await sent(1)
    nth(0).answer({ success: false, message, code: 500, result: null })
    expect(await screen.findByText(said)).toBeTruthy()
    await user.hover(screen.getByRole('button', { name: 'b.exe' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe(said)
  })

  it('[ER-27] open or are saved on a click; a missing one shows 未知的文件, a failed one 文件下载失败', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    vi.stubGlobal('fetch', async () => new Response(''))
    const failures: string[] = []
    onApiFailure(({ message }) => failures.push(message))
    const { user } = show({ initial: 'temp/a.pdf,temp/b.xlsx,https://store.example/c.zip' })
    await user.click(screen.getByRole('button', { name: 'a.pdf' }))
    await user.click(screen.getByRole('button', { name: 'c.zip' }))
    expect(opened.mock.calls.map(([url]) => url)).toEqual([
      '/jeecg-boot/sys/common/static/temp/a.pdf',
      'https://store.example/c.zip',
    ])
    await user.click(screen.getByRole('button', { name: 'b.xlsx' }))
    await waitFor(() => expect(failures).toEqual(['文件下载失败']))
    choose(fileNamed('d.pdf'))
    await sent(1)
    await user.click(screen.getByRole('button', { name: 'd.pdf' }))
    expect(await screen.findByText('未知的文件')).toBeTruthy()
  })

  it('[WG-86] can be vetoed, synchronously or by a promise', async () => {
    const beforeUpload = vi.fn(async (file: File) => file.name === 'gut.pdf')
    show({ beforeUpload })
    choose(fileNamed('schlecht.pdf'), fileNamed('gut.pdf'))
    await sent(1)
    expect(nth(0).parts['file']).toBe('gut.pdf')
    expect(screen.queryByText('schlecht.pdf')).toBeNull()
  })

  it('[WG-86] can be vetoed without a promise', async () => {
    show({ beforeUpload: (file) => file.name === 'gut.pdf' })
    choose(fileNamed('schlecht.pdf'), fileNamed('gut.pdf'))
    await sent(1)
    expect(nth(0).parts['file']).toBe('gut.pdf')
  })

  it('are aborted when the field is unmounted', async () => {
    const { unmount } = show()
    choose(fileNamed('b.pdf'))
    await sent(1)
    unmount()
    expect(nth(0).isAborted()).toBe(true)
  })
})

describe('pictures', () => {
  it('[WG-78] [ER-26] [VA-73] are cards; other files are refused and not sent', async () => {
    show({ kind: 'image', initial: 'temp/a.png' })
    expect(screen.getByRole('img', { name: 'a.png' })).toBeTruthy()
    choose(fileNamed('b.pdf'))
    expect(await screen.findByText('请上传图片')).toBeTruthy()
    choose(picture('c.png'))
    await sent(1)
    expect(uploads.map(({ parts }) => parts['file'])).toEqual(['c.png'])
  })

  it('[WG-79] are shown enlarged; paths become addresses, http ones stay', async () => {
    const { user } = show({ kind: 'image', initial: 'temp/a.png,http://store.example/b.png' })
    const sources = [...document.querySelectorAll('img')].map(({ src }) => src)
    expect(sources).toEqual([
      `${window.location.origin}/jeecg-boot/sys/common/static/temp/a.png`,
      'http://store.example/b.png',
    ])
    await user.click(screen.getByRole('button', { name: '预览 b.png' }))
    const dialog = await screen.findByRole('dialog', { name: 'b.png' })
    expect(within(dialog).getByRole<HTMLImageElement>('img', { name: 'b.png' }).src).toBe('http://store.example/b.png')
  })

  it('[WG-79] in a file list are previewed too', async () => {
    const { user } = show({ initial: 'temp/a.png' })
    await user.click(screen.getByRole('button', { name: 'a.png' }))
    expect(await screen.findByRole('dialog', { name: 'a.png' })).toBeTruthy()
  })

  it('[WG-80] [ER-45] are reordered by arrows and keys, with a message at the ends', async () => {
    const { onChange, user } = show({ kind: 'image', initial: 'temp/a.png,temp/b.png' })
    await user.click(screen.getByRole('button', { name: '左移 a.png' }))
    expect(await screen.findByText('未知的操作')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '右移 b.png' }))
    expect(await screen.findByText('已到最后~')).toBeTruthy()
    expect(onChange).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: '右移 a.png' }))
    expect(onChange).toHaveBeenLastCalledWith('temp/b.png,temp/a.png')
    screen.getByRole('button', { name: '预览 a.png' }).focus()
    await user.keyboard('{ArrowLeft}')
    expect(onChange).toHaveBeenLastCalledWith('temp/a.png,temp/b.png')
  })

  it('[WG-83] are limited to one by default: the add tile disappears with it and returns', async () => {
    const { onChange, user } = showImages()
    expect(input().multiple).toBe(false)
    choose(picture('a.png'))
    await sent(1)
    nth(0).answer(storedAt('temp/a.png'))
    await waitFor(() => expect(onChange).toHaveBeenCalledWith('temp/a.png'))
    expect(screen.queryByRole('button', { name: '上传' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '移除 a.png' }))
    expect(screen.getByRole('button', { name: '上传' })).toBeTruthy()
  })

  it('[WG-83] can be several', async () => {
    showImages({ isMulti: true, count: 2, initial: 'temp/a.png' })
    expect(input().multiple).toBe(true)
    choose(picture('b.png'))
    await waitFor(() => expect(screen.queryByRole('button', { name: '上传' })).toBeNull())
  })
})

describe('a disabled field', () => {
  it('[WG-85] does not add, remove or move, but shows', async () => {
    const { user } = show({ kind: 'image', disabled: true, initial: 'temp/a.png' })
    expect(input()).toBeNull()
    for (const name of [/移除/, /左移/, /右移/]) expect(screen.queryByRole('button', { name })).toBeNull()
    await user.click(screen.getByRole('button', { name: '预览 a.png' }))
    expect(await screen.findByRole('dialog', { name: 'a.png' })).toBeTruthy()
  })

  it('[WG-85] still opens files', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user } = show({ disabled: true, initial: 'temp/a.pdf' })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /点击上传/ }).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: /移除/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'a.pdf' }))
    expect(opened).toHaveBeenCalled()
  })
})

describe('the pop-up', () => {
  const open = (props: Partial<UploadDialogProps> = {}) => {
    const onOk = vi.fn()
    return { onOk, ...renderPage(<UploadDialog isOpen onOk={onOk} onCancel={() => {}} {...props} />) }
  }

  it.each([
    ['file', '文件上传'],
    ['image', '图片上传'],
  ] as const)('[WG-84] [ER-26] [VA-73] for a %s is titled %s and requires one', async (kind, title) => {
    const { onOk, user } = open({ kind })
    const dialog = await screen.findByRole('dialog', { name: title })
    expect(dialog.style.width || dialog.closest<HTMLElement>('[style*="520px"]')?.style.width).toContain('520px')
    await user.click(within(dialog).getByRole('button', { name: /确\s*定/ }))
    expect(await screen.findByText('未上传任何文件')).toBeTruthy()
    expect(onOk).not.toHaveBeenCalled()
  })

  it('[WG-84] emits name, address, path, status and id of the last files up to its limit', async () => {
    const { onOk, user } = open({ count: 1 })
    choose(fileNamed('a.pdf'), fileNamed('b.pdf'))
    await sent(2)
    nth(1).answer(storedAt('temp/b.pdf'))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    await user.click(screen.getByRole('button', { name: /确\s*定/ }))
    expect(onOk.mock.calls[0]?.[0]).toEqual([
      expect.objectContaining({
        name: 'b.pdf',
        url: '/jeecg-boot/sys/common/static/temp/b.pdf',
        path: 'temp/b.pdf',
        status: 'done',
        id: expect.any(String),
      }),
    ])
  })
})
