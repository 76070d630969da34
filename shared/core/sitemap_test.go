package core

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
)

func TestMapsFollowWhatIsRecordedAndDeleted(t *testing.T) {
	c := New()
	ask := func(req types.SiteMapRequest) *types.SiteMap {
		t.Helper()
		m, err := c.Map(noon+100, req)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if m := ask(types.SiteMapRequest{Domain: "shop.test"}); len(m.Screens) != 0 || m.Site != "shop.test" || m.Screens == nil || m.Links == nil {
		t.Errorf("an empty memory has the map %+v", m)
	}
	bought(t, c, "mm-0001", "tea", true)
	for _, req := range []types.SiteMapRequest{{Domain: "shop.test"}, {Domain: "WWW.Shop.test"}, {Domain: "eu.shop.test"}, {URL: shop + "/shop?x=1", Here: "shop"}} {
		m := ask(req)
		if len(m.Screens) != 1 || len(m.Links) != 1 || len(m.Flows) != 1 || m.Site != "shop.test" || m.Sessions != 1 || m.Here != req.Here {
			t.Fatalf("%+v: the map is %+v", req, m)
		}
		s := m.Screens[0]
		if s.ID != "shop" || s.Visits != 1 || !s.InFlow || fmt.Sprint(s.Sketch) != "[{field 1} {button 1}]" || m.Links[0].Agent != 2 {
			t.Errorf("%+v: the screen is %+v, the link %+v", req, s, m.Links[0])
		}
	}
	if err := c.PutEdit(&types.Edit{EditID: "e-1", At: noon, Site: &types.SiteEdit{Op: types.SiteNamed, Name: "store", Patterns: []string{shop}}}); err != nil {
		t.Fatal(err)
	}
	if m := ask(types.SiteMapRequest{Domain: "store"}); len(m.Screens) != 1 || len(m.Flows) != 1 {
		t.Errorf("the named site has the map %+v", m)
	}
	c.Forget(types.Forget{SessionID: "mm-0001"})
	if m := ask(types.SiteMapRequest{Domain: "store"}); len(m.Screens)+len(m.Links)+len(m.Flows) != 0 {
		t.Errorf("after the deletion the map is %+v", m)
	}
}

// TestAMapIsOfASite asks for the map of a shop by both schemes: it is one, as its card is.
func TestAMapIsOfASite(t *testing.T) {
	c := New()
	bought(t, c, "mm-0001", "tea", true)
	plain := "http" + strings.TrimPrefix(shop, "https")
	for _, url := range []string{shop + "/shop", plain + "/shop"} {
		m, err := c.Map(noon+100, types.SiteMapRequest{URL: url})
		if err != nil || m.Site != "shop.test" || len(m.Screens) != 1 {
			t.Errorf("%s has the map %+v, %v", url, m, err)
		}
	}
}

func TestBadRequestsForMaps(t *testing.T) {
	for _, req := range []types.SiteMapRequest{{}, {Domain: "no domain"}, {URL: "about:blank"}, {Domain: "a.test", Screens: -1}, {Domain: "a.test", Screens: 501}} {
		var fault *types.Error
		if _, err := New().Map(noon, req); !errors.As(err, &fault) || fault.Code != types.CodeInvalidInput || fault.Hint == "" {
			t.Errorf("%+v: %v", req, err)
		}
	}
}

// TestAMapNeedNotWaitForFlows asks for the map before and after the flows of its site are built.
func TestAMapNeedNotWaitForFlows(t *testing.T) {
	c := New()
	for i := range 3 {
		bought(t, c, fmt.Sprintf("mm-000%d", i), "tea", true)
	}
	ask := func(ready bool) *types.SiteMap {
		t.Helper()
		m, err := c.Map(noon+100, types.SiteMapRequest{URL: shop + "/shop", Ready: ready})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if m := ask(true); !m.Left.Unread || len(m.Flows) != 0 || len(m.Screens) != 1 {
		t.Errorf("before the flows are built, the map is %+v", m)
	}
	for _, want := range []int{2, 1, 0, 0} {
		if left := c.ReadFlows(shop+"/shop", 1); left != want {
			t.Errorf("%d sessions are left, want %d", left, want)
		}
	}
	for _, ready := range []bool{false, true} {
		if m := ask(ready); m.Left.Unread || len(m.Flows) != 1 {
			t.Errorf("with flows, the map is %+v", m)
		}
	}
	bought(t, c, "mm-0009", "milk", true)
	if left := c.ReadFlows("", 0); left != 1 {
		t.Errorf("of all sites, %d sessions are left", left)
	}
	if m := ask(true); !m.Left.Unread {
		t.Errorf("after another session, the map is %+v", m)
	}
}
