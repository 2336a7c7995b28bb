import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Editor } from '@tiptap/react'
import { Activity, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Notify from '@/lib/notify.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { stubLayout } from '@/testing/stub-layout.ts'
import type { RichTextEditorProps } from './editor-props.ts'
import { hasPictures, withoutPictures } from './paste.ts'
import { RichTextEditor } from './rich-text-editor.tsx'

const notified = vi.hoisted(() => vi.fn())
vi.mock('@/lib/notify.ts', async (original) => ({
  ...(await original<typeof Notify>()),
  useNotify: () => ({ line: notified, card: vi.fn(), busy: vi.fn(), alert: vi.fn() }),
}))

/** Parts of the sent uploads, and the answer to each. */
let sent: Record<string, string>[] = []
let answer: object = {}
beforeEach(() => {
  notified.mockClear()
  sent = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: FormData }) => {
    const parts = [...body.entries()].map(([name, part]) => [name, typeof part === 'string' ? part : part.name])
    sent.push(Object.fromEntries(parts) as Record<string, string>)
    return Response.json(answer)
  })
})
stubLayout()

async function setUp(props: RichTextEditorProps = {}) {
  const emitted: string[] = []
  function Host() {
    const [value, setValue] = useState(props.value ?? '')
    const change = (html: string) => {
      emitted.push(html)
      setValue(html)
    }
    return (
      <>
        <RichTextEditor aria-label="正文" {...props} value={value} onChange={change} />
        <button type="button" onClick={() => setValue('<p>另一篇</p>')}>
          换一篇
        </button>
      </>
    )
  }
  const { user } = renderPage(<Host />)
  const text = await screen.findByRole<HTMLElement & { editor: Editor }>('textbox', { name: '正文' })
  const bar = within(screen.getByRole('toolbar', { name: '正文工具栏' }))
  const press = (name: string) => user.click(bar.getByRole('button', { name }))
  const selectAll = () => {
    act(() => {
      text.editor.commands.selectAll()
    })
  }
  return { user, text, bar, press, selectAll, emitted }
}

describe('the editor', () => {
  it('[WG-90] is 600 px high, with a Chinese toolbar for everything a notice needs', async () => {
    const { text, bar } = await setUp()
    expect(text.closest<HTMLElement>('[style*="height"]')?.style.height).toBe('600px')
    const names = bar.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
    for (const name of [
      '加粗',
      '无序列表',
      '有序列表',
      '左对齐',
      '居中',
      '右对齐',
      '链接',
      '图片',
      '视频',
      '表格',
      '全屏',
    ]) {
      expect(names).toContain(name)
    }
    expect(bar.getByRole('combobox', { name: '段落格式' })).toBeTruthy()
  })

  it('[WG-90] emits HTML, and an empty text when empty', async () => {
    const { press, selectAll, text, emitted } = await setUp({ value: '<p>例行维护</p>' })
    selectAll()
    await press('加粗')
    expect(emitted.at(-1)).toBe('<p><strong>例行维护</strong></p>')
    await press('居中')
    expect(emitted.at(-1)).toBe('<p style="text-align: center;"><strong>例行维护</strong></p>')
    await press('有序列表')
    expect(emitted.at(-1)).toMatch(/^<ol><li><p.*<strong>例行维护<\/strong><\/p><\/li><\/ol>$/)
    act(() => {
      text.editor.commands.clearContent(true)
    })
    expect(emitted.at(-1)).toBe('')
  })

  it('[WG-90] creates headings, links, tables and videos', async () => {
    const { user, press, selectAll, bar, emitted } = await setUp({ value: '<p>总站</p>' })
    selectAll()
    await press('链接')
    await user.type(await screen.findByRole('textbox', { name: '链接地址' }), 'https://www.cnemc.cn/{Enter}')
    await waitFor(() => expect(emitted.at(-1)).toContain('href="https://www.cnemc.cn/"'))
    fireEvent.mouseDown(bar.getByRole('combobox', { name: '段落格式' }))
    await user.click(await screen.findByText('标题 2'))
    expect(emitted.at(-1)).toMatch(/^<h2>.*总站.*<\/h2>/)
    await press('表格')
    await user.click(await screen.findByText('插入表格（3 × 3）'))
    expect(emitted.at(-1)?.match(/<t[dh]/g)).toHaveLength(9)
    await press('视频')
    await user.click(await screen.findByText('网络地址'))
    await user.type(await screen.findByRole('textbox', { name: '视频地址' }), 'https://a.cn/x.mp4{Enter}')
    await waitFor(() =>
      expect(emitted.at(-1)).toContain('<video src="https://a.cn/x.mp4" width="70%" controls="controls">'),
    )
  })

  it('[WG-90] is read-only while disabled', async () => {
    const { text, bar } = await setUp({ value: '<p>例行维护</p>', disabled: true })
    expect(text.getAttribute('contenteditable')).toBe('false')
    expect(text.textContent).toBe('例行维护')
    expect(bar.getByRole<HTMLButtonElement>('button', { name: '加粗' }).disabled).toBe(true)
  })

  it('[WG-90] goes full screen and leaves it by Esc', async () => {
    const { user, press, bar } = await setUp()
    await press('全屏')
    expect(bar.getByRole('button', { name: '退出全屏（Esc）' })).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(bar.getByRole('button', { name: '全屏' })).toBeTruthy()
  })

  it('applies an outside text without emitting', async () => {
    const { user, text, emitted } = await setUp({ value: '<p>例行维护</p>' })
    await user.click(screen.getByRole('button', { name: '换一篇' }))
    expect(text.textContent).toBe('另一篇')
    expect(emitted).toEqual([])
  })

  it('keeps the written text when a hidden page is shown again', async () => {
    const emitted: string[] = []
    function Kept() {
      const [isShown, setIsShown] = useState(true)
      const [value, setValue] = useState('<p>草稿</p>')
      const change = (html: string) => {
        emitted.push(html)
        setValue(html)
      }
      return (
        <>
          <button type="button" onClick={() => setIsShown(!isShown)}>
            换页
          </button>
          <Activity mode={isShown ? 'visible' : 'hidden'}>
            <RichTextEditor aria-label="正文" value={value} onChange={change} />
          </Activity>
        </>
      )
    }
    const { user } = renderPage(<Kept />)
    const field = () => screen.findByRole<HTMLElement & { editor: Editor }>('textbox', { name: '正文' })
    const write = async (text: string) => (await field()).editor.commands.insertContentAt(1, text)
    await act(() => write('二'))
    const first = (await field()).editor
    await user.click(screen.getByRole('button', { name: '换页' }))
    await waitFor(() => expect(first.isDestroyed).toBe(true))
    await user.click(screen.getByRole('button', { name: '换页' }))
    await waitFor(async () => expect((await field()).editor.isDestroyed).toBe(false))
    await act(() => write('三'))
    expect(emitted).toEqual(['<p>二草稿</p>', '<p>三二草稿</p>'])
  })

  it('[WG-96] opens a hostile text without anything that runs or loads', async () => {
    const { text } = await setUp({
      value:
        '<p>前文</p><script>window.hacked = 1</script><img src="x" onerror="window.hacked = 1"><video src="javascript:1"></video>' +
        '<p onclick="window.hacked = 1" style="position: fixed">中文</p><a href="javascript:window.hacked = 1">点我</a><iframe src="https://evil.example"></iframe>',
    })
    expect(text.textContent).toContain('前文')
    expect(text.innerHTML).not.toMatch(/script|on\w+=|evil|position|<img src|<video/i)
    expect(window).not.toHaveProperty('hacked')
  })

  it('keeps colours it has no tool for', async () => {
    const { selectAll, press, emitted } = await setUp({
      value: '<p><span style="color: red; position: fixed">急</span></p>',
    })
    selectAll()
    await press('加粗')
    expect(emitted.at(-1)).toContain('style="color: red;"')
    expect(emitted.at(-1)).not.toContain('position')
  })
})

describe('[WG-91] a picture', () => {
  const file = new File(['x'], '站房.png', { type: 'image/png' })
  async function choose(message: object) {
    answer = message
    const { emitted } = await setUp()
    fireEvent.change(screen.getByLabelText('上传图片', { selector: 'input' }), { target: { files: [file] } })
    return emitted
  }

  it("is uploaded to the editor's folder and shown from the server at 70 %", async () => {
    const emitted = await choose({ success: true, message: 'jeditor/a.png' })
    await waitFor(() => expect(emitted.at(-1)).toContain('src="/jeecg-boot/sys/common/static/jeditor/a.png"'))
    expect(emitted.at(-1)).toContain('width="70%"')
    expect(sent).toEqual([{ biz: 'jeditor', jeditor: '1', file: '站房.png' }])
  })

  it('is inlined in the text when the server answers local', async () => {
    const emitted = await choose({ success: true, message: 'local' })
    await waitFor(() => expect(emitted.at(-1)).toContain(`src="data:image/png;base64,${btoa('x')}"`))
  })

  it('reports why it was refused', async () => {
    const emitted = await choose({ success: false, message: '文件类型不允许' })
    await waitFor(() => expect(notified).toHaveBeenCalledWith('文件类型不允许', 'error'))
    expect(emitted).toEqual([])
  })
})

describe('[WG-92, VA-77] pasting', () => {
  const picture = new File(['x'], 'a.png', { type: 'image/png' })
  const data = (files: readonly File[], html: string, text: string) => ({
    files,
    types: ['text/html', 'text/plain'],
    getData: (type: string) => (type === 'text/html' ? html : type === 'text/plain' ? text : ''),
  })

  it('refuses a picture', async () => {
    const { text, emitted } = await setUp({ value: '<p>例行维护</p>' })
    fireEvent.paste(text, { clipboardData: data([picture], '', '') })
    expect(notified).toHaveBeenCalledExactlyOnceWith('粘贴图片已被禁止', 'warning')
    expect(emitted).toEqual([])
  })

  it('inserts the text of a paste with a picture', async () => {
    const { text, emitted } = await setUp({ value: '' })
    const html = '<p>见<b>图</b>：<img src="https://a.cn/x.png"></p>'
    fireEvent.paste(text, { clipboardData: data([picture], html, '见图：') })
    expect(notified).toHaveBeenCalledExactlyOnceWith('粘贴图片已被禁止', 'warning')
    expect(emitted.at(-1)).toBe('<p>见<strong>图</strong>：</p>')
  })

  it('does not interfere with plain text', () => {
    expect(hasPictures(data([], '<p>文字</p>', '文字'))).toBe(false)
    expect(hasPictures(data([new File([''], 'a.pdf', { type: 'application/pdf' })], '', ''))).toBe(false)
    expect(withoutPictures('<p>一<img src=x onerror="window.hacked = 1">二</p><svg></svg>')).toBe('<p>一二</p>')
    expect(window).not.toHaveProperty('hacked')
  })
})
