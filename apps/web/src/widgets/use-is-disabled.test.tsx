import { screen } from '@testing-library/react'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { stubLayout } from '../testing/stub-layout.ts'
import { CodeEditor } from './code-editor/code-editor.tsx'
import { CronInput } from './cron-input/cron-input.tsx'
import { MarkdownEditor } from './markdown-editor/markdown-editor.tsx'
import { ReportPopup } from './report-popup/report-popup.tsx'
import { RichTextEditor } from './rich-text-editor/rich-text-editor.tsx'
import { FileUpload } from './upload/file-upload.tsx'

stubLayout()

const CONTROLS: readonly (readonly [name: string, control: ReactNode, changedBy: number])[] = [
  ['an expression', <CronInput key="cron" value="0 0 2 * * ? *" />, 2],
  ['a row of a report', <ReportPopup key="report" code="r" value="甲" field="a" orgFields="a" destFields="a" />, 2],
  ['files', <FileUpload key="files" value="temp/a.pdf" />, 2],
  ['pictures', <FileUpload key="pictures" kind="image" value="temp/a.png,temp/b.png" />, 7],
]

/** Controls that change a value; viewing a file does not. */
const changing = () =>
  [...screen.queryAllByRole('button'), ...screen.queryAllByRole('textbox')].filter(
    (element) => !element.matches(':disabled') && !/^(预览.*|a\.pdf)$/.test(element.title || element.textContent || ''),
  )

it.each([
  ['code', <CodeEditor key="code" value="a" aria-label="正文" />],
  ['Markdown', <MarkdownEditor key="markdown" value="a" aria-label="正文" />],
  ['rich text', <RichTextEditor key="rich" value="<p>a</p>" aria-label="正文" />],
])('a read-only form accepts no change of %s', async (_, editor) => {
  const isWritable = async () => {
    const text = await screen.findByRole('textbox', { name: '正文' })
    return !text.matches(':disabled, [contenteditable=false], [aria-readonly=true]')
  }
  const { unmount } = renderPage(<Form disabled>{editor}</Form>)
  expect(await isWritable()).toBe(false)
  unmount()
  renderPage(<Form>{editor}</Form>)
  expect(await isWritable()).toBe(true)
})

it.each(CONTROLS)('a read-only form accepts no change of %s', (_, control, changedBy) => {
  const { unmount } = renderPage(<Form disabled>{control}</Form>)
  expect(changing()).toEqual([])
  unmount()
  renderPage(<Form>{control}</Form>)
  expect(changing()).toHaveLength(changedBy)
})
