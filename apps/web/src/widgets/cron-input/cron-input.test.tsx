import { act, fireEvent, screen, within } from '@testing-library/react'
import { Form } from 'antd'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { CronInput, type CronInputProps } from './cron-input.tsx'
import { cronRule } from './cron-rule.ts'

/** Saturday, 11:00 in Shanghai. */
const NOW = new Date('2026-11-21T03:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp(props: CronInputProps = {}) {
  const emitted: string[] = []
  function Host() {
    const [value, setValue] = useState(props.value ?? '')
    const onChange = (next: string) => {
      emitted.push(next)
      setValue(next)
    }
    return <CronInput aria-label="执行时间" {...props} value={value} onChange={onChange} />
  }
  return { ...renderPage(<Host />), emitted }
}

async function open(value: string, props: CronInputProps = {}) {
  const { user, emitted } = setUp({ ...props, value })
  await user.click(screen.getByRole('button', { name: '选择' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cron表达式' }))
  const text = () => dialog.getByRole<HTMLInputElement>('textbox', { name: '表达式' }).value
  return { user, emitted, dialog, text, tab: (name: string) => user.click(dialog.getByRole('tab', { name })) }
}

describe('the field', () => {
  it('[WG-110] is typed in, or opens the dialog by its button', async () => {
    const { user, emitted } = setUp()
    await user.type(screen.getByRole('textbox', { name: '执行时间' }), '0')
    expect(emitted).toEqual(['0'])
    await user.click(screen.getByRole('button', { name: '选择' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cron表达式' })
    expect(dialog.closest<HTMLElement>('[style*="width"]')?.style.width ?? dialog.style.width).toBe('800px')
  })

  it('[WG-110] does neither while disabled', async () => {
    const { user, emitted } = setUp({ disabled: true, value: '0 0 2 * * ? *' })
    await user.type(screen.getByRole('textbox', { name: '执行时间' }), '0')
    await user.click(screen.getByRole('button', { name: '选择' }))
    expect(emitted).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is validated in a form', async () => {
    const { user } = renderPage(
      <Form>
        <Form.Item name="cron" label="执行时间" rules={[cronRule]}>
          <CronInput />
        </Form.Item>
      </Form>,
    )
    await user.type(screen.getByRole('textbox', { name: '执行时间' }), 'x * * * * ? *')
    expect(await screen.findByText('「秒」无法识别：x')).toBeTruthy()
  })
})

describe('the dialog', () => {
  it('[WG-111] has a tab for each of seven parts', async () => {
    const { dialog } = await open('')
    expect(dialog.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['秒', '分', '时', '日', '月', '周', '年'])
  })

  it.each([
    [{ hideYear: true }, '秒分时日月周', '0 0 2 * * ?', '5 0 2 * * ?'],
    [{ hideSecond: true }, '分时日月周', '0 2 * * ?', '5 2 * * ?'],
  ] as const)('[WG-111] omits the parts excluded by %j', async (hidden, tabs, value, changed) => {
    const { user, dialog, text } = await open(value, hidden)
    expect(
      dialog
        .getAllByRole('tab')
        .map((tab) => tab.textContent)
        .join(''),
    ).toBe(tabs)
    expect(text()).toBe(value)
    await user.click(dialog.getByRole('checkbox', { name: '5' }))
    await user.click(dialog.getByRole('checkbox', { name: '0' }))
    expect(text()).toBe(changed)
  })

  it('[WG-112] opens on the mode of each part', async () => {
    const { dialog, tab } = await open('0 0/5 8-18 ? * 2#1 2026')
    const chosen = () => dialog.getAllByRole<HTMLInputElement>('radio').find((radio) => radio.checked)?.value
    const modes: (string | undefined)[] = [chosen()]
    for (const name of ['分', '时', '月', '周', '年']) {
      await tab(name)
      modes.push(chosen())
    }
    expect(modes).toEqual(['specify', 'loop', 'range', 'every', 'nth', 'specify'])
  })

  it('[WG-118] re-parses a part or the whole expression on blur', async () => {
    const { user, dialog, text } = await open('0 0 2 * * ? *')
    const hour = dialog.getByRole('textbox', { name: '时' })
    await user.clear(hour)
    await user.type(hour, '8-18')
    expect(text()).toBe('0 0 2 * * ? *')
    await user.tab()
    expect(text()).toBe('0 0 8-18 * * ? *')
    const whole = dialog.getByRole('textbox', { name: '表达式' })
    await user.clear(whole)
    await user.type(whole, '0 30 9 ? * MON-FRI *{Enter}')
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: '周' }).value).toBe('MON-FRI')
    expect(dialog.getByText('星期一 至 星期五 09:30:00 执行')).toBeTruthy()
  })

  it('keeps an unreadable part for correction, reports it, and emits nothing', async () => {
    const { user, dialog, text } = await open('0 0 2 * * ? *')
    const day = dialog.getByRole('textbox', { name: '日' })
    await user.clear(day)
    await user.type(day, 'L-3{Enter}')
    expect(text()).toBe('0 0 2 L-3 * ? *')
    expect(dialog.getAllByText(/「日」不支持 L-3/).length).toBeGreaterThan(0)
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '确定' }).disabled).toBe(true)
  })

  it('[WG-117] lists weekdays from Monday to Sunday, as checkboxes and options', async () => {
    const week = ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日']
    const { user, dialog, tab } = await open('0 0 2 ? * 2#1 *')
    await tab('周')
    expect(dialog.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual(week)
    await user.click(dialog.getByRole('combobox', { name: '周：第几个星期几' }))
    const options = [...document.querySelectorAll('.ant-select-item-option')]
    expect(options.map(({ textContent }) => textContent)).toEqual(week)
  })

  it('[WG-121] OK emits the expression and closes', async () => {
    const { user, emitted, dialog, tab } = await open('')
    await tab('时')
    await user.click(dialog.getByRole('checkbox', { name: '2' }))
    expect(emitted).toEqual([])
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(emitted).toEqual(['0 0 2 * * ? *'])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '执行时间' }).value).toBe('0 0 2 * * ? *')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each(['cancel', 'Esc'])('[WG-121] %s keeps the old value', async (way) => {
    const { user, emitted, dialog } = await open('0 0 2 * * ? *')
    await user.click(dialog.getByRole('checkbox', { name: '5' }))
    await (way === 'Esc' ? user.keyboard('{Escape}') : user.click(dialog.getByRole('button', { name: '取消' })))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(emitted).toEqual([])
  })

  it('emits the given text unchanged when nothing was edited, whatever its form', async () => {
    const { user, emitted, dialog } = await open('0 0/5 8-18 ? * mon-fri 2026-2030')
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(emitted).toEqual(['0 0/5 8-18 ? * mon-fri 2026-2030'])
  })

  it('[VA-68] disables the other while day or week is set, with a hint and a way to switch', async () => {
    const { user, dialog, text, tab } = await open('0 0 2 1 * ? *')
    await tab('周')
    expect(dialog.getByText('已按「日」设置，「周」不生效')).toBeTruthy()
    const ticks = () => dialog.getAllByRole<HTMLInputElement>('checkbox')
    expect(ticks().every((tick) => tick.disabled)).toBe(true)
    await user.click(dialog.getByRole('button', { name: '改按「周」设置' }))
    expect(text()).toBe('0 0 2 ? * 1 *')
    expect(ticks().some((tick) => tick.disabled)).toBe(false)
    await tab('日')
    expect(dialog.getByText('已按「周」设置，「日」不生效')).toBeTruthy()
  })

  it('shows an invalid 0 as 1 after blur', async () => {
    const { user, dialog, text, tab } = await open('0 0 2 1 1/3 ? *')
    await tab('月')
    const step = dialog.getByRole<HTMLInputElement>('spinbutton', { name: '月：循环间隔' })
    await user.clear(step)
    await user.type(step, '0')
    expect([step.value, text()]).toEqual(['0', '0 0 2 1 1/1 ? *'])
    await user.tab()
    expect(step.value).toBe('1')
  })

  it('restores the values of a mode when switching back to it', async () => {
    const { user, dialog, text, tab } = await open('0 5/10 2 * * ? *')
    await tab('分')
    await user.click(dialog.getByRole('radio', { name: '区间' }))
    expect(text()).toBe('0 0-59 2 * * ? *')
    await user.click(dialog.getByRole('radio', { name: '循环' }))
    expect(text()).toBe('0 5/10 2 * * ? *')
  })
})

describe('the preview', () => {
  const shown = () => within(screen.getByRole('region', { name: '最近运行时间' }))
  const runs = () =>
    shown()
      .queryAllByRole('listitem')
      .map((item) => item.textContent)

  function openAt(value: string) {
    vi.useFakeTimers({ now: NOW })
    setUp({ value })
    fireEvent.click(screen.getByRole('button', { name: '选择' }))
  }
  function type(text: string) {
    const whole = screen.getByRole('textbox', { name: '表达式' })
    fireEvent.change(whole, { target: { value: text } })
    fireEvent.blur(whole)
  }
  const pass = (ms: number) => {
    act(() => {
      vi.advanceTimersByTime(ms)
    })
  }

  it('[WG-119, CO-25] lists the next ten runs in any year, updated 500 ms after the last change', () => {
    openAt('0 0 2 1 * ? 2020')
    expect(runs()).toHaveLength(10)
    expect(runs().slice(0, 2)).toEqual(['2026-12-01 02:00:00', '2027-01-01 02:00:00'])
    type('0 0 3 1 * ? *')
    pass(499)
    type('0 0 4 1 * ? *')
    pass(499)
    expect(runs()[0]).toBe('2026-12-01 02:00:00')
    pass(1)
    expect(runs()[0]).toBe('2026-12-01 04:00:00')
  })

  it('[WG-119, ER-47] says when there is no run', () => {
    openAt('0 0 0 30 2 ? *')
    expect(shown().getByText('无执行时间')).toBeTruthy()
  })

  it('[WG-119] says what is wrong with an unreadable expression', () => {
    openAt('0 0 25 * * ? *')
    expect(shown().getByText('「时」无法识别：25')).toBeTruthy()
    expect(runs()).toEqual([])
  })

  it("[WG-120] names the server's time zone", () => {
    openAt('0 0 2 * * ? *')
    expect(shown().getByText(/Asia\/Shanghai/)).toBeTruthy()
  })
})
