import { Form, type FormRule, Input } from 'antd'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Dialog } from './dialog.tsx'

export interface PromptOptions {
  readonly title: string
  /** What is asked for, above the input. */
  readonly content?: ReactNode
  /** Name of the input; the title by default. */
  readonly label?: string
  readonly placeholder?: string
  readonly defaultValue?: string
  readonly rules?: readonly FormRule[]
  /** With a promise the dialog stays, busy, until it is kept; a broken one leaves it open. */
  readonly onOk: (value: string) => void | Promise<void>
  /** Gets what stood in the input. */
  readonly onCancel?: (value: string) => void
}

const WIDTH_PX = 420

/**
 * SH-58: a dialog with one input. Draw `holder` once; `prompt` opens it. OK and Enter validate first.
 */
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
  // A second Enter comes before the first is drawn as busy, or while the dialog fades.
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
      // Who asked has said what went wrong; the text stays for another try.
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
