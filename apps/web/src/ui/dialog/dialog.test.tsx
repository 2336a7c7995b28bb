import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { type PromptOptions, usePrompt } from './prompt.tsx'
import { keepInWindow } from './use-drag.ts'

type OpenerProps = Partial<Pick<DialogProps, 'isSaving' | 'mask'>> & { readonly onCancel?: () => void }

function Opener({ onCancel = () => {}, ...props }: OpenerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
    onCancel()
  }
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        打开
      </button>
      <Dialog open={isOpen} title="编辑设备" {...props} onCancel={close}>
        <input aria-label="名称" />
      </Dialog>
    </>
  )
}

async function open(props: OpenerProps = {}) {
  const onCancel = vi.fn()
  const { user } = renderPage(<Opener {...props} onCancel={onCancel} />)
  await user.click(screen.getByRole('button', { name: '打开' }))
  const title = await screen.findByText('编辑设备')
  const handle = title.parentElement as HTMLElement
  const frame = () => screen.getByRole('dialog').querySelector<HTMLElement>('[style*="transform"]')
  return { user, onCancel, handle, frame }
}

function drag(handle: HTMLElement, byX: number, byY: number) {
  // jsdom has no pointer events; a mouse event with the same name has the fields that are read.
  const send = (type: string, clientX: number, clientY: number) =>
    fireEvent(handle, new MouseEvent(type, { bubbles: true, clientX, clientY }))
  send('pointerdown', 300, 100)
  send('pointermove', 300 + byX, 100 + byY)
  send('pointerup', 300 + byX, 100 + byY)
}

describe('the focus', () => {
  // Layout checks of the focus lock, which jsdom cannot answer: whether the dialog is fixed and a control is visible.
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
    vi.spyOn(window, 'getComputedStyle').mockImplementation((element) =>
      element.classList.contains('ant-modal-wrap')
        ? ({ position: 'fixed' } as CSSStyleDeclaration)
        : (element as HTMLElement).style,
    )
  })

  it.each([undefined, false] as const)('[SH-57] is trapped and returns to the opener (mask: %s)', async (mask) => {
    const { user } = await open({ mask })
    const dialog = screen.getByRole('dialog')
    const opener = screen.getByRole('button', { name: '打开' })
    // Tab from the end of the document leads here.
    opener.focus()
    expect(dialog.contains(document.activeElement)).toBe(true)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })
})

describe('a business modal', () => {
  it('[SH-57] is draggable by its title, goes full screen, and returns to its position', async () => {
    const { user, handle, frame } = await open()
    drag(handle, 90, 40)
    expect(frame()?.style.transform).toBe('translate(90px, 40px)')
    await user.click(screen.getByRole('button', { name: '全屏' }))
    expect(frame()).toBeNull()
    drag(handle, 10, 10)
    await user.click(screen.getByRole('button', { name: '退出全屏' }))
    expect(frame()?.style.transform).toBe('translate(90px, 40px)')
  })

  it('closes by Esc, unless saving', async () => {
    const { user, onCancel } = await open()
    await user.click(screen.getByRole('textbox', { name: '名称' }))
    await user.keyboard('{Escape}')
    expect(onCancel).toHaveBeenCalledTimes(1)
  })

  it('cannot be closed while saving', async () => {
    const { user, onCancel } = await open({ isSaving: true })
    await user.click(screen.getByRole('textbox', { name: '名称' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: '关闭' })).toBeNull()
    expect(onCancel).not.toHaveBeenCalled()
  })

  it('keeps its title reachable', () => {
    const title = new DOMRect(400, 100, 500, 50)
    expect(keepInWindow(title, { x: 5_000, y: 5_000 }, 1_440, 900)).toEqual({ x: 960, y: 750 })
    expect(keepInWindow(title, { x: -5_000, y: -5_000 }, 1_440, 900)).toEqual({ x: -820, y: -100 })
  })
})

function Asking({ options }: { options: PromptOptions }) {
  const { prompt, holder } = usePrompt()
  return (
    <>
      <button type="button" onClick={() => prompt(options)}>
        问
      </button>
      {holder}
    </>
  )
}

async function ask(options: Partial<PromptOptions> = {}) {
  const onOk = vi.fn()
  const onCancel = vi.fn()
  const { user } = renderPage(<Asking options={{ title: '保存查询', onOk, onCancel, ...options }} />)
  await user.click(screen.getByRole('button', { name: '问' }))
  const input = await screen.findByRole<HTMLInputElement>('textbox')
  return { user, input, onOk, onCancel }
}

describe('a prompt', () => {
  it('[SH-58] accepts title, content, placeholder and default value, and emits the text on Enter', async () => {
    const { user, input, onOk } = await ask({ content: '名称', placeholder: '例如 我的辖区', defaultValue: '甲' })
    expect(screen.getByText('保存查询')).toBeTruthy()
    expect(screen.getByText('名称')).toBeTruthy()
    expect([input.placeholder, input.value]).toEqual(['例如 我的辖区', '甲'])
    await waitFor(() => expect(document.activeElement).toBe(input))
    await user.type(input, '乙{Enter}')
    await waitFor(() => expect(onOk).toHaveBeenCalledWith('甲乙'))
  })

  it('[VA-35] shows the first message of its rules and emits nothing while they fail', async () => {
    const rules = [
      { required: true, message: '保存名称不能为空' },
      { min: 3, message: '至少三个字' },
      { pattern: /^\p{Script=Han}+$/u, message: '只能是汉字' },
    ]
    const { user, input, onOk } = await ask({ rules })
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect(await screen.findByText('保存名称不能为空')).toBeTruthy()
    await user.type(input, 'ab{Enter}')
    expect(await screen.findByText('至少三个字')).toBeTruthy()
    expect(screen.queryByText('只能是汉字')).toBeNull()
    expect(onOk).not.toHaveBeenCalled()
  })

  it('stays busy until a promise resolves, and open for a retry when it rejects', async () => {
    const answers: { resolve: () => void; reject: () => void }[] = []
    const { user, input } = await ask({
      onOk: () =>
        new Promise<void>((resolve, reject) => answers.push({ resolve, reject: () => reject(new Error('no')) })),
    })
    await user.type(input, '甲{Enter}')
    await waitFor(() => expect(input.disabled).toBe(true))
    answers[0]?.reject()
    await waitFor(() => expect(input.disabled).toBe(false))
    await user.type(input, '{Enter}')
    await waitFor(() => expect(answers.length).toBe(2))
    answers[1]?.resolve()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('emits its text once, however often Enter is pressed before it closes', async () => {
    const { user, input, onOk } = await ask()
    await user.type(input, '甲{Enter}{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onOk).toHaveBeenCalledExactlyOnceWith('甲')
  })

  it('emits the current input on cancel', async () => {
    const { user, input, onCancel, onOk } = await ask()
    await user.type(input, '半句')
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(onCancel).toHaveBeenCalledWith('半句')
    expect(onOk).not.toHaveBeenCalled()
  })
})
