#include "runner/linked_places.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <unistd.h>

#include "runner/scratch.hpp"

namespace hilltop::runner::linked_places_test {
namespace {

namespace fs = std::filesystem;

// A system whose packages keep data in `var`.
class LinkedPlaces : public testing::Test {
 protected:
  LinkedPlaces() {
    fs::permissions(system_.path(), fs::perms(0755));
    for (const char* folder : {"lib/ghc", "lib/other/deep", "var/ghc/package.conf.d"})
      fs::create_directories(system_.path() / folder);
  }

  void link(const char* from, const fs::path& to) { fs::create_symlink(to, at(from)); }
  fs::path at(const char* name) const { return fs::canonical(system_.path()) / name; }
  std::vector<fs::path> found() const {
    return places_linked_from(std::vector<fs::path>{at("lib")});
  }

  Scratch system_;
};

TEST_F(LinkedPlaces, AreWhereLinksOfPackagesLead) {
  system_.write("var/list", "x");
  link("lib/ghc/package.conf.d", at("var/ghc/package.conf.d"));
  link("lib/ghc/again", "../../var/ghc/package.conf.d");
  link("lib/list", at("var/list"));
  link("lib/other/settings", "/etc");
  link("lib/other/program", "/usr/bin");
  link("lib/other/nowhere", at("var/none"));
  link("lib/other/deep/unseen", at("var/ghc"));
  if (at("var").string().starts_with("/usr/")) GTEST_SKIP() << "a system's folder";
  EXPECT_EQ(found(), (std::vector<fs::path>{at("var/ghc/package.conf.d"), at("var/list")}));
}

TEST_F(LinkedPlaces, AreThoseThatEverybodyMayReadAndNobodyElseMayWrite) {
  link("lib/ghc/package.conf.d", at("var/ghc/package.conf.d"));
  for (const unsigned mode : {0700u, 0750u, 0711u, 0777u, 0775u}) {
    fs::permissions(at("var/ghc/package.conf.d"), fs::perms(mode));
    EXPECT_EQ(found(), std::vector<fs::path>{}) << mode;
  }
  fs::permissions(at("var/ghc/package.conf.d"), fs::perms(0755));
  EXPECT_EQ(found().size(), 1U);
  fs::permissions(at("var/ghc"), fs::perms(0700));
  EXPECT_EQ(found(), std::vector<fs::path>{}) << "nobody reaches it";
}

TEST_F(LinkedPlaces, AreThoseOfTheLinksOwner) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files to others";
  link("lib/ghc/package.conf.d", at("var/ghc/package.conf.d"));
  ASSERT_EQ(chown(at("var/ghc/package.conf.d").c_str(), 1000, 1000), 0);
  EXPECT_EQ(found(), std::vector<fs::path>{});
}

}  // namespace
}  // namespace hilltop::runner::linked_places_test
