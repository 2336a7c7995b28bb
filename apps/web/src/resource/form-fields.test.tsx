import { position } from '@natim/contract/system/position.resource'
import { screen } from '@testing-library/react'
import { Form, Modal } from 'antd'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import * as R from '@/resource/index.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { stubLayout } from '@/testing/stub-layout.ts'
import { CodeEditor } from '@/widgets/code-editor/code-editor.tsx'
import { MarkdownEditor } from '@/widgets/markdown-editor/markdown-editor.tsx'
import { RichTextEditor } from '@/widgets/rich-text-editor/rich-text-editor.tsx'

stubLayout()

interface EditorProps {
  readonly id?: string
  readonly 'aria-label'?: string | undefined
}

const resourceOf = (Editor: ComponentType<EditorProps>) =>
  R.defineResource({
    title: '职务管理',
    entityLabel: '职务',
    measureWord: '个',
    endpoints: position.endpoints,
    form: position.form,
    defaultSort: { field: 'createTime', order: 'desc' },
    fields: {
      name: {
        label: '巡检说明',
        // Passes optional props through only when they were given.
        widget: {
          kind: 'text',
          Control: ({ id, 'aria-label': label }) => <Editor {...(id !== undefined && { id })} aria-label={label} />,
        },
      },
    },
  })

it.each([
  ['rich text', RichTextEditor],
  ['code', CodeEditor],
  ['markdown', MarkdownEditor],
])('%s in a dialog is announced by the label of its form item', async (_, Editor) => {
  const resource = resourceOf(Editor as ComponentType<EditorProps>)
  renderPage(
    <Modal open title="新增职务">
      <Form name="position">
        <R.FormFields resource={resource} keys={['name']} />
      </Form>
    </Modal>,
  )
  expect((await screen.findByRole('textbox', { name: '巡检说明' })).id).toBe('position_name')
})
