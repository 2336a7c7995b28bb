import { checkRule } from '@natim/contract/system/check-rule.resource'
import * as R from '@/resource/index.ts'

/** 校验规则: what forms hold a value against while somebody types. */
export const checkRules = R.fromContract(checkRule)
