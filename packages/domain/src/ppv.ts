/** Performance of a test, from its model card. Both in 0…1. */
export interface TestPower {
  readonly sensitivity: number
  readonly specificity: number
}

export interface PredictiveValues {
  /** Share of positives who have the condition; null without positives. */
  readonly ppv: number | null
  /** Share of negatives who do not; null without negatives. */
  readonly npv: number | null
}

/**
 * Bayes: PPV = se·p / (se·p + (1−sp)(1−p)), NPV = sp(1−p) / (sp(1−p) + (1−se)p).
 *
 * @param prevalence before the test, 0…1
 */
export function predictiveValues({ sensitivity, specificity }: TestPower, prevalence: number): PredictiveValues {
  const truePositive = sensitivity * prevalence
  const falsePositive = (1 - specificity) * (1 - prevalence)
  const trueNegative = specificity * (1 - prevalence)
  const falseNegative = (1 - sensitivity) * prevalence
  return { ppv: share(truePositive, falsePositive), npv: share(trueNegative, falseNegative) }
}

const share = (right: number, wrong: number) => (right + wrong === 0 ? null : right / (right + wrong))
