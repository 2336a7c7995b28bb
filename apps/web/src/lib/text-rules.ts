import { fill, MESSAGES } from '@natim/contract/messages'
import { type Bounds, findChoiceFault, findLengthFault, findTextFault, type TextShape } from '@natim/domain/validators'
import type { Rule } from 'antd/es/form'

/** Rules for antd's forms from the shapes of spec §5. */

const REQUIRED = { mobile: MESSAGES['mobile.required'], username: MESSAGES['username.required'] } as const

/** Reports the first fault of a text; the empty text passes (add `required` for a required one). */
export function textRule(shape: TextShape): Rule {
  return ruleOf((value) => {
    const fault = findTextFault(shape, String(value ?? ''))
    return fault && MESSAGES[fault]
  })
}

/** Same for a required field. */
export function requiredTextRules(shape: keyof typeof REQUIRED): Rule[] {
  return [{ required: true, whitespace: true, message: REQUIRED[shape] }, textRule(shape)]
}

/** Length of a required text: with a minimum the empty text is too short. */
export function lengthRule(bounds: Bounds): Rule {
  return ruleOf((value) => {
    const fault = findLengthFault(String(value ?? ''), bounds)
    return fault && fill(fault.key, { count: fault.count })
  })
}

/** Number of choices; the value is their list. */
export function choiceRule(bounds: Bounds): Rule {
  return ruleOf((value) => {
    const fault = findChoiceFault(Array.isArray(value) ? value : [], bounds)
    return fault && fill(fault.key, { count: fault.count })
  })
}

/** Creates a rule from a function that returns the fault, undefined when there is none. */
export function ruleOf(messageOf: (value: unknown) => string | undefined): Rule {
  return {
    validator: async (_, value) => {
      const message = messageOf(value)
      if (message !== undefined) throw new Error(message)
    },
  }
}
