import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

describe('copying a text', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'clipboard')
    Reflect.deleteProperty(document, 'execCommand')
    document.body.replaceChildren()
  })

  it('uses the clipboard where there is one', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    expect(await copyText('AT-1')).toBe(true)
    expect(writeText).toHaveBeenCalledWith('AT-1')
  })

  it('copies a selection where the page is not served over TLS, and restores the focus', async () => {
    document.body.innerHTML = '<button>复制</button>'
    const button = document.querySelector('button')
    button?.focus()
    let selected = ''
    document.execCommand = vi.fn(() => {
      const field = document.activeElement as HTMLTextAreaElement
      selected = field.value.slice(field.selectionStart, field.selectionEnd)
      return true
    })
    expect(await copyText('mosquitto_pub -h 主机')).toBe(true)
    expect(selected).toBe('mosquitto_pub -h 主机')
    expect(document.activeElement).toBe(button)
    expect(document.querySelector('textarea')).toBeNull()
  })

  it('reports when neither is allowed', async () => {
    document.execCommand = () => false
    expect(await copyText('AT-1')).toBe(false)
  })
})
