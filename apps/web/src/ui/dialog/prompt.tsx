import { Form, type FormRule, Input } from 'antd'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Dialog } from './dialog.tsx'

export interface PromptOptions {
  readonly title: string
  /** The question above the input. */
  readonly content?: ReactNode
  /** Label of the input; the title by default. */
  readonly label?: string
  readonly placeholder?: string
  readonly defaultValue?: string
  readonly rules?: readonly FormRule[]
  /** With a promise the dialog is busy until it resolves; a rejection leaves it open. */
  readonly onOk: (value: string) => void | Promise<void>
  /** Called with the current input. */
  readonly onCancel?: (value: string) => void
}

const WIDTH_PX = 420

/** SH-58: a dialog with one input. Render `holder` once; `prompt` opens it. OK and Enter validate first. */
export function usePrompt(): { readonly prompt: (options: PromptOptions) => void; readonly holder: ReactNode } {
  const [asked, setAsked] = useState<{ readonly options: PromptOptions; readonly id: number }>()
  const prompt = useCallback(
    (options: PromptOptions) => setAsked((before) => ({ options, id: (before?.id ?? 0) + 1 })),
    [],
  )
  const holder = asked && <PromptDialog key={asked.id} options={asked.options} />
  return { prompt, holder }
}

function PromptDialog({ options }: { readonly options: PromptOptions }) {
  const { title, content, label = title, placeholder, defaultValue = '', rules = [], onOk, onCancel } = options
  const [form] = Form.useForm<{ value: string }>()
  const [isOpen, setIsOpen] = useState(true)
  const [isSaving, setIsSaving] = useState(false)
  // Guards against a second Enter before the busy state is rendered, or while the dialog fades.
  const isGiven = useRef(false)
  const current = () => form.getFieldValue('value') ?? ''
  const submit = async () => {
    if (isGiven.current) return
    isGiven.current = true
    setIsSaving(true)
    try {
      await onOk(current())
      setIsOpen(false)
    } catch {
      // The caller has reported the failure; the text stays for a retry.
      isGiven.current = false
    } finally {
      setIsSaving(false)
    }
  }
  const cancel = () => {
    setIsOpen(false)
    onCancel?.(current())
  }
  return (
    <Dialog
      open={isOpen}
      title={title}
      width={WIDTH_PX}
      isSaving={isSaving}
      destroyOnHidden
      onOk={form.submit}
      onCancel={cancel}
      afterOpenChange={(open) => open && form.focusField('value')}
    >
      <Form form={form} layout="vertical" initialValues={{ value: defaultValue }} onFinish={() => void submit()}>
        {content}
        <Form.Item name="value" rules={[...rules]} validateFirst>
          <Input aria-label={label} placeholder={placeholder} disabled={isSaving} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
