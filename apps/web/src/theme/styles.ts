// The order is the cascade: tokens, then fonts, then the rules that use them.
import 'virtual:tokens.css'
import './fonts.css'
import './global.css'
