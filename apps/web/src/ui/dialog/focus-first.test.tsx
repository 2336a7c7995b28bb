import { render, screen } from '@testing-library/react'
import { Form, type FormInstance, Input } from 'antd'
import { createRef } from 'react'
import { expect, it } from 'vitest'
import { focusFirst } from './focus-first.ts'

it('focuses the first field, unless the user is already in another', () => {
  const form = createRef<FormInstance>()
  render(
    <div role="dialog">
      <Form ref={form}>
        <Form.Item name="code" label="编码">
          <Input />
        </Form.Item>
        <Form.Item name="name" label="名称">
          <Input />
        </Form.Item>
      </Form>
    </div>,
  )
  const [code, name] = [screen.getByLabelText('编码'), screen.getByLabelText('名称')]
  name.focus()
  focusFirst(form.current as FormInstance, 'code')
  expect(document.activeElement).toBe(name)
  name.blur()
  focusFirst(form.current as FormInstance, 'code')
  expect(document.activeElement).toBe(code)
})
