package redact

import (
	"strings"
)

// vendor is a documented key format: a prefix and the minimum number of characters after
// it. The lengths are slightly below the documented ones, for keys that a page truncates.
type vendor struct {
	Prefix string
	Min    int
	Maker  string
}

// vendors come from the makers' documents and from the list of formats that
// GitHub scans for (docs.github.com, secret scanning patterns); gitleaks' table
// (MIT) was compared for facts. A new maker is a line here.
var vendors = []vendor{
	{"sk-", 16, "OpenAI, Anthropic, DeepSeek and others"}, {"sk_live_", 10, "Stripe"}, {"sk_test_", 10, "Stripe"}, {"rk_live_", 10, "Stripe"}, {"rk_test_", 10, "Stripe"},
	{"whsec_", 16, "Stripe"}, {"sk_", 16, "Clerk, ElevenLabs"}, {"sk.eyJ", 16, "Mapbox"},
	{"ghp_", 16, "GitHub"}, {"gho_", 16, "GitHub"}, {"ghu_", 16, "GitHub"}, {"ghs_", 16, "GitHub"}, {"ghr_", 16, "GitHub"}, {"github_pat_", 16, "GitHub"},
	{"glpat-", 14, "GitLab"}, {"gldt-", 14, "GitLab"}, {"glrt-", 14, "GitLab"}, {"glft-", 14, "GitLab"}, {"glsoat-", 14, "GitLab"}, {"glptt-", 14, "GitLab"}, {"glagent-", 14, "GitLab"},
	{"glcbt-", 14, "GitLab"}, {"glimt-", 14, "GitLab"}, {"gloas-", 14, "GitLab"}, {"glffct-", 14, "GitLab"}, {"GR1348941", 14, "GitLab"},
	{"glsa_", 16, "Grafana"}, {"glc_", 16, "Grafana"}, {"xoxb-", 10, "Slack"}, {"xoxp-", 10, "Slack"}, {"xoxa-", 10, "Slack"}, {"xoxr-", 10, "Slack"}, {"xoxs-", 10, "Slack"},
	{"xoxe", 10, "Slack"}, {"xoxo-", 10, "Slack"}, {"xoxc-", 10, "Slack"}, {"xoxd-", 10, "Slack"}, {"xapp-", 10, "Slack"}, {"npm_", 16, "npm"}, {"pypi-", 16, "PyPI"},
	{"rubygems_", 16, "RubyGems"}, {"oy2", 30, "NuGet"}, {"cio", 30, "crates.io"}, {"dckr_pat_", 16, "Docker"}, {"dckr_oat_", 16, "Docker"}, {"AIza", 24, "Google"}, {"GOCSPX-", 16, "Google"},
	{"ya29.", 16, "Google"}, {"1//0", 24, "Google"}, {"hf_", 20, "Hugging Face"}, {"api_org_", 20, "Hugging Face"}, {"r8_", 20, "Replicate"}, {"gsk_", 20, "Groq"}, {"xai-", 20, "xAI"}, {"pplx-", 20, "Perplexity"},
	{"fw_", 20, "Fireworks"}, {"tgp_v1_", 16, "Together"}, {"lsv2_", 16, "LangSmith"}, {"e2b_", 20, "E2B"}, {"tvly-", 16, "Tavily"}, {"fc-", 24, "Firecrawl"}, {"jina_", 20, "Jina"}, {"nvapi-", 20, "NVIDIA"},
	{"dop_v1_", 20, "DigitalOcean"}, {"doo_v1_", 20, "DigitalOcean"}, {"dor_v1_", 20, "DigitalOcean"}, {"AKIA", 16, "Amazon"}, {"ASIA", 16, "Amazon"}, {"ABIA", 16, "Amazon"}, {"ACCA", 16, "Amazon"}, {"amzn.mws.", 16, "Amazon"}, {"FwoGZXIvYXdzE", 16, "Amazon"},
	{"LTAI", 14, "Alibaba"}, {"AKID", 16, "Tencent"}, {"AQVN", 20, "Yandex"}, {"y0_", 20, "Yandex"}, {"t1.9euel", 16, "Yandex"}, {"shpat_", 16, "Shopify"}, {"shpca_", 16, "Shopify"}, {"shppa_", 16, "Shopify"}, {"shpss_", 16, "Shopify"}, {"shpua_", 16, "Shopify"},
	{"hvs.", 16, "HashiCorp"}, {"hvb.", 16, "HashiCorp"}, {"hvr.", 16, "HashiCorp"}, {"lin_api_", 16, "Linear"}, {"lin_oauth_", 16, "Linear"}, {"ntn_", 20, "Notion"}, {"secret_", 32, "Notion"}, {"sbp_", 20, "Supabase"}, {"sb_secret_", 16, "Supabase"},
	{"PMAK-", 16, "Postman"}, {"PMAT-", 16, "Postman"}, {"sntrys_", 16, "Sentry"}, {"sntryu_", 16, "Sentry"}, {"sq0csp-", 16, "Square"}, {"sq0atp-", 16, "Square"}, {"EAAA", 20, "Square"}, {"EAACEdEose0cBA", 8, "Facebook"}, {"EAA", 40, "Meta"}, {"IGQV", 20, "Instagram"},
	{"NRAK-", 16, "New Relic"}, {"NRII-", 16, "New Relic"}, {"NRRA-", 16, "New Relic"}, {"NRJS-", 12, "New Relic"}, {"NRSP-", 12, "New Relic"}, {"dapi", 28, "Databricks"}, {"dkea", 28, "Databricks"}, {"dose", 28, "Databricks"}, {"tskey-", 12, "Tailscale"}, {"nsec1", 40, "Nostr"}, {"AGE-SECRET-KEY-1", 20, "age"},
	{"key-", 28, "Mailgun"}, {"SG.", 30, "SendGrid"}, {"xkeysib-", 20, "Brevo"}, {"xsmtpsib-", 20, "Brevo"}, {"re_", 20, "Resend"}, {"SK", 32, "Twilio"}, {"AC", 32, "Twilio"}, {"patat", 16, "Airtable"}, {"pat-na1-", 16, "HubSpot"}, {"pat-eu1-", 16, "HubSpot"},
	{"ATATT3", 20, "Atlassian"}, {"ATCTT3", 20, "Atlassian"}, {"ATBB", 20, "Atlassian"}, {"ATSTT3", 20, "Atlassian"}, {"cfut_", 16, "Cloudflare"}, {"cfat_", 16, "Cloudflare"}, {"v1.0-", 60, "Cloudflare"}, {"figd_", 16, "Figma"}, {"figo_", 16, "Figma"}, {"phx_", 16, "PostHog"}, {"phc_", 16, "PostHog"},
	{"vercel_", 16, "Vercel"}, {"vcp_", 16, "Vercel"}, {"nfp_", 16, "Netlify"}, {"nfc_", 16, "Netlify"}, {"rnd_", 20, "Render"}, {"fo1_", 20, "Fly"}, {"fm1r_", 20, "Fly"}, {"fm2_", 20, "Fly"}, {"HRKU-", 20, "Heroku"}, {"railway_", 20, "Railway"}, {"pscale_", 16, "PlanetScale"}, {"npg_", 10, "Neon"}, {"napi_", 20, "Neon"},
	{"ops_eyJ", 16, "1Password"}, {"A3-", 24, "1Password"}, {"dp.pt.", 20, "Doppler"}, {"dp.st.", 20, "Doppler"}, {"dp.ct.", 20, "Doppler"}, {"sgp_", 16, "Sourcegraph"}, {"sgph_", 16, "Sourcegraph"}, {"squ_", 20, "SonarQube"}, {"sqp_", 20, "SonarQube"}, {"sqa_", 20, "SonarQube"},
	{"CCIPAT_", 16, "CircleCI"}, {"CCIPRJ_", 16, "CircleCI"}, {"bkua_", 16, "Buildkite"}, {"bkct_", 16, "Buildkite"}, {"pul-", 20, "Pulumi"}, {"sdk-", 30, "LaunchDarkly"}, {"api-", 30, "LaunchDarkly"}, {"SWMTKN-", 16, "Docker Swarm"}, {"rdme_", 20, "ReadMe"}, {"duffel_live_", 12, "Duffel"}, {"duffel_test_", 12, "Duffel"},
	{"FLWSECK", 12, "Flutterwave"}, {"sk-or-v1-", 16, "OpenRouter"}, {"rzp_live_", 10, "Razorpay"}, {"rzp_test_", 10, "Razorpay"}, {"shippo_live_", 16, "Shippo"}, {"EZAK", 24, "EasyPost"}, {"EZTK", 24, "EasyPost"}, {"pnu_", 20, "Prefect"}, {"ponu_", 20, "Prefect"}, {"sha256~", 20, "OpenShift"}, {"p8e-", 20, "Adobe"}, {"tfp_", 20, "Typeform"},
	{"access_token$production$", 16, "PayPal"}, {"ctp_", 20, "Contentful"}, {"CFPAT-", 20, "Contentful"}, {"pcsk_", 20, "Pinecone"}, {"dd_api_", 20, "Datadog"}, {"ddp_", 20, "Datadog"}, {"tr_dev_", 12, "Trigger.dev"}, {"cal_live_", 12, "Cal.com"}, {"dt0c01.", 20, "Dynatrace"}, {"eyJrIjoi", 16, "Grafana"}, {"EsT", 40, "Matrix"}, {"syt_", 16, "Matrix"}, {"v2.public.", 20, "PASETO"}, {"v4.local.", 20, "PASETO"},
	{"lsk_", 20, "Lemon"}, {"wak_", 20, "Warp"}, {"ABSK", 30, "Amazon Bedrock"}, {"flb_live_", 12, "Fleet"}, {"MDA", 45, "macaroons"}, {"AgEI", 40, "macaroons"}, {"6P", 54, "BIP38"}, {"lnurl1", 30, "Lightning"}, {"ed25519e_sk1", 30, "Cardano"}, {"00D", 40, "Salesforce"}, {"AQE", 60, "Adyen"}, {"WPL_AP", 16, "LinkedIn"}, {"access-", 40, "Plaid"},
}

// scrubVendors masks vendors' keys: a prefix at the beginning of a word, followed by
// characters that are no word.
func scrubVendors(s string) string {
	var found []part
	for _, p := range runsOf(s, keySigns, 14) {
		for at := p.lo; at < p.hi; at++ {
			if (at == 0 || !isAlnum(s[at-1])) && vendorKey(s[at:p.hi]) {
				found = append(found, part{at, p.hi})
				break
			}
		}
	}
	return masked(s, found)
}

// vendorKey reports whether a token is a key of one of the vendors.
func vendorKey(s string) bool {
	for _, v := range vendors {
		if body, ok := strings.CutPrefix(s, v.Prefix); ok {
			if body = strings.TrimRight(body, ".:!/-"); len(body) >= v.Min && looksLikeToken(body) {
				return true
			}
		}
	}
	return false
}
