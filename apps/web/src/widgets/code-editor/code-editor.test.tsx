import { EditorView } from '@codemirror/view'
import { CODE_MODES, type CodeMode } from '@natim/contract/constants'
import { act, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { stubLayout } from '@/testing/stub-layout.ts'
import { CodeEditor } from './code-editor.tsx'
import type { CodeEditorProps } from './editor-props.ts'
import { loadLanguage } from './languages.ts'

stubLayout()

async function setUp(props: CodeEditorProps = {}) {
  const emitted: string[] = []
  function Host() {
    const [value, setValue] = useState(props.value ?? '')
    const [language, setLanguage] = useState<CodeMode>(props.language ?? 'javascript')
    const change = (text: string) => {
      emitted.push(text)
      setValue(text)
    }
    return (
      <>
        <CodeEditor
          {...props}
          value={value}
          onChange={change}
          language={language}
          {...(props.onLanguageChange && { onLanguageChange: setLanguage })}
        />
        <button type="button" onClick={() => setValue('另一段')}>
          换一段
        </button>
      </>
    )
  }
  const { user } = renderPage(<Host />)
  const text = await screen.findByRole('textbox', { name: '代码' })
  const view = EditorView.findFromDOM(text) as EditorView
  const bar = within(screen.getByRole('toolbar', { name: '代码工具栏' }))
  return { user, text, view, bar, emitted }
}
const type = (view: EditorView, insert: string) => act(() => view.dispatch({ changes: { from: 0, insert } }))

describe('[WG-95] the code editor', () => {
  it('indents by two and numbers its lines', async () => {
    const { view, text } = await setUp({ value: 'a\nb\nc' })
    expect(view.state.tabSize).toBe(2)
    const numbers = text
      .closest('.cm-editor')
      ?.querySelectorAll('.cm-lineNumbers .cm-gutterElement:not([style*="hidden"])')
    expect([...(numbers ?? [])].map((number) => number.textContent)).toEqual(['1', '2', '3'])
  })

  it('emits each change, and applies an outside text without emitting', async () => {
    const { user, view, text, emitted } = await setUp({ value: 'b' })
    type(view, 'a')
    expect(emitted).toEqual(['ab'])
    await user.click(screen.getByRole('button', { name: '换一段' }))
    expect(text.textContent).toBe('另一段')
    expect(emitted).toEqual(['ab'])
  })

  it('supports twelve languages and switches between them', async () => {
    const { user, bar, text } = await setUp({ onLanguageChange: () => {} })
    expect(Object.values(CODE_MODES)).toEqual([
      'CSS',
      'Javascript',
      'XML/HTML',
      'Java',
      'Objective-C',
      'Python',
      'R',
      'Shell',
      'SQL',
      'Swift',
      'Vue',
      'Markdown',
    ])
    expect(text.textContent).toBe('请在此输入Javascript代码')
    await user.click(bar.getByRole('combobox', { name: '语言' }))
    await user.click(await screen.findByText('Java'))
    expect(text.textContent).toBe('请在此输入Java代码')
  })

  it('highlights a word of each language', async () => {
    const languages = await Promise.all(Object.keys(CODE_MODES).map((mode) => loadLanguage(mode as CodeMode)))
    expect(languages).toHaveLength(12)
  })

  it('offers other languages only when configured', async () => {
    const { bar } = await setUp({ language: 'sql' })
    expect(bar.queryByRole('combobox')).toBeNull()
    expect(bar.getByText('SQL')).toBeTruthy()
  })

  it('is at least 240 px high and grows, or has the given height', async () => {
    const { view } = await setUp()
    expect(view.dom.parentElement?.style.minHeight).toBe('240px')
    expect(view.dom.closest('[data-full]')?.getAttribute('style')).toBeNull()
  })

  it('has the given height', async () => {
    const { view } = await setUp({ heightPx: 240 })
    expect(view.dom.closest<HTMLElement>('[data-full]')?.style.height).toBe('240px')
  })

  it('goes full screen and leaves it by Esc', async () => {
    const { user, bar, text } = await setUp()
    await user.click(bar.getByRole('button', { name: '全屏' }))
    expect(text.closest('[data-full]')?.getAttribute('data-full')).toBe('true')
    await user.keyboard('{Escape}')
    expect(text.closest('[data-full]')?.getAttribute('data-full')).toBe('false')
  })

  it('is read-only while disabled', async () => {
    const { view, text } = await setUp({ value: 'a', disabled: true })
    expect(text.getAttribute('contenteditable')).toBe('false')
    expect(view.state.readOnly).toBe(true)
  })
})
