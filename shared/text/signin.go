package text

import "regexp"

// signIn matches words for signing in, in the languages of most applications. Catalog in and dialog in are none.
var signIn = regexp.MustCompile(`(?i)\b(?:log[ _-]?[io]n|sign[ _-]?[io]n|anmelden|einloggen|se connecter|connexion|iniciar sesi[oó]n|acceder|accedi|entrar|inloggen|aanmelden|logga in|log ind|logg inn|zaloguj)|войти|вход|登录|登入|ログイン|로그인`)

// SignsIn reports whether a name or an address has a word for signing in.
func SignsIn(s string) bool { return signIn.MatchString(s) }
