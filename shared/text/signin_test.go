package text

import "testing"

func TestSignsIn(t *testing.T) {
	for s, want := range map[string]bool{
		"Sign in": true, "LOG IN": true, "Login": true, "Log-on": true, "/users/sign_in?back=1": true, "Anmelden": true, "Se connecter": true, "Iniciar sesión": true, "Войти": true, "ログイン": true, "登录": true,
		"Catalog in stock": false, "Dialog in front": false, "Sign the invoice": false, "Design in Oslo": false, "Blog index": false, "Log time": false, "": false,
	} {
		if got := SignsIn(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
