import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import type { MarkdownEditorProps } from './editor-props.ts'
import { MarkdownEditor } from './markdown-editor.tsx'

let sent: FormData[] = []
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: FormData }) => {
    sent.push(body)
    return Response.json({ success: true, message: 'jeditor/a b.png' })
  })
})

async function setUp(props: MarkdownEditorProps = {}) {
  function Host() {
    const [value, setValue] = useState(props.value ?? '')
    return <MarkdownEditor aria-label="说明" {...props} value={value} onChange={setValue} />
  }
  const { user, container } = renderPage(<Host />)
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '说明' })
  const editor = container.querySelector<HTMLElement>('.w-md-editor') as HTMLElement
  const preview = () => container.querySelector<HTMLElement>('.wmde-markdown')
  return { user, text, editor, preview }
}

describe('[WG-94] the markdown editor', () => {
  it('is 300 px high by default', async () => {
    const { editor } = await setUp()
    expect(editor.style.height).toBe('300px')
  })

  it('is at least 200 px high', async () => {
    const { editor } = await setUp({ heightPx: 100 })
    expect(editor.style.height).toBe('200px')
  })

  it('has a Chinese interface', async () => {
    const { editor } = await setUp()
    const names = within(editor)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? '')
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => !/[\u4E00-\u9FFF]/.test(name))).toEqual([])
  })

  it('shows a preview beside the text, or one of them alone', async () => {
    const { user, text, editor, preview } = await setUp({ value: '## 更换' })
    expect(within(preview() as HTMLElement).getByRole('heading', { name: /更换/ })).toBeTruthy()
    await user.type(text, '{End}传感器')
    expect(within(preview() as HTMLElement).getByRole('heading', { name: /更换传感器/ })).toBeTruthy()
    await user.click(within(editor).getByRole('button', { name: '仅可视' }))
    await waitFor(() => expect(editor.className).toContain('show-preview'))
    await user.click(within(editor).getByRole('button', { name: '仅 Markdown' }))
    await waitFor(() => expect(preview()).toBeNull())
  })

  it('is read-only while disabled', async () => {
    const { text } = await setUp({ value: 'a', disabled: true })
    expect(text.disabled).toBe(true)
  })
})

describe('[WG-94] a picture', () => {
  async function open() {
    const given = await setUp({ value: '' })
    await given.user.click(within(given.editor).getByRole('button', { name: '图片' }))
    const dialog = within(await screen.findByRole('dialog', { name: '插入图片' }))
    return { ...given, dialog, ok: () => given.user.click(dialog.getByRole('button', { name: '确定' })) }
  }

  it('is inserted by address, with alt text', async () => {
    const { user, text, dialog, ok } = await open()
    await user.click(dialog.getByRole('radio', { name: '图片地址' }))
    await ok()
    expect(await dialog.findByText('请输入图片地址')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: '图片地址' }), 'javascript:alert(1)')
    await ok()
    expect(await dialog.findByText(/以 http/)).toBeTruthy()
    await user.clear(dialog.getByRole('textbox', { name: '图片地址' }))
    await user.type(dialog.getByRole('textbox', { name: '图片地址' }), 'https://a.cn/x.png')
    await user.type(dialog.getByRole('textbox', { name: '图片说明' }), '站房')
    await ok()
    await waitFor(() => expect(text.value).toBe('![站房](https://a.cn/x.png)'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is uploaded from this machine first', async () => {
    const { text, dialog, ok } = await open()
    await ok()
    expect(await dialog.findByText('请选择图片')).toBeTruthy()
    const file = new File(['x'], 'a b.png', { type: 'image/png' })
    fireEvent.change(dialog.getByLabelText('图片', { selector: 'input' }), { target: { files: [file] } })
    await ok()
    await waitFor(() => expect(text.value).toBe('![](/jeecg-boot/sys/common/static/jeditor/a%20b.png)'))
    expect([sent[0]?.get('biz'), sent[0]?.get('jeditor')]).toEqual(['jeditor', '1'])
  })
})

it('[WG-96] shows a hostile text without anything that runs or loads', async () => {
  const { preview } = await setUp({
    value: [
      '前文 <img src=x onerror="window.hacked = 1"> <script>window.hacked = 1</script>',
      '[点我](javascript:window.hacked=1) [再点](data:text/html,x) ![图](javascript:1) ![图](//evil.example/x.png)',
      '[三点](https://a.cn)<!--rehype:onclick=window.hacked=1&style=position:fixed-->',
    ].join('\n\n'),
  })
  const shown = preview() as HTMLElement
  expect(shown.textContent).toContain('前文')
  expect([...shown.querySelectorAll('script, iframe, style, object')]).toEqual([])
  const attributes = [...shown.querySelectorAll('*')].flatMap((element) => [...element.attributes])
  expect(
    attributes.filter(({ name, value }) => /^on|^style$/.test(name) || /javascript:|data:text|evil/.test(value)),
  ).toEqual([])
  expect(window).not.toHaveProperty('hacked')
})
