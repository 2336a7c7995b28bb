import { checkRule } from '@natim/contract/system/check-rule.resource'
import * as R from '@/resource/index.ts'

/** 校验规则: validate form values while typing. */
export const checkRules = R.fromContract(checkRule)
